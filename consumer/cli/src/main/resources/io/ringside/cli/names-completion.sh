
# Names of sessions and providers, for which the program is run, and levels.
_ringside_names() {
    "${COMP_WORDS[0]}" "${directory[@]}" "$1" --format json 2>/dev/null | sed -n 's/^{"name":"\([^"\\]*\)".*/\1/p'
}

_complete_ringside_names() {
    local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} command='' names='' before=0 i
    local -a directory=()
    COMPREPLY=()
    _complete_ringside
    for ((i = 1; i < COMP_CWORD; i++)); do
        case ${COMP_WORDS[i]} in
        --dir) directory=(--dir "${COMP_WORDS[++i]}") ;;
        --format) ((++i)) ;;
        -*) ;;
        *) if [ -z "$command" ]; then command=${COMP_WORDS[i]}; else ((++before)); fi ;;
        esac
    done
    case $word:$previous:$command:$before in
    -*) ;;
    *:--level:*) names='critical error warning information verbose' ;;
    *:enable:[1-9] | *:disable:1 | *:capture-state:1 | *:providers:0) names=$(_ringside_names providers) ;;
    *:--*) ;;
    *:capture-state:0 | *:disable:0 | *:enable:0 | *:flush:0 | *:query:0 | *:record:0 | *:snapshot:0 | *:stat:0 | \
        *:stop:0 | *:update:0 | *:latency:[0-9] | *:export:[0-9] | *:tail:[0-9]) names=$(_ringside_names sessions) ;;
    esac
    [ -z "$names" ] || COMPREPLY+=($(compgen -W "$names" -- "$word"))
}

complete -F _complete_ringside_names -o default ringside
