# The root file system of an image, from this machine's own files: no registry is needed.
# sh container-root.sh JAVA_HOME FOLDER
set -eu
java_home=$1 root=$2
mkdir -p "$root/bin" "$root/usr/bin" "$root/usr/local/bin" "$root/opt" "$root/tmp"
chmod 1777 "$root/tmp"
"$java_home/bin/jlink" --output "$root/opt/java" --strip-debug --no-header-files --no-man-pages --add-modules \
    java.compiler,java.instrument,java.logging,java.management,java.naming,java.sql,java.xml,jdk.compiler,jdk.management,jdk.unsupported,jdk.zipfs
ln -s /opt/java/bin/java "$root/usr/bin/java"
for tool in cat chmod id ln mkdir mv readlink rm sh tr; do
    cp "$(readlink -f "$(command -v "$tool")")" "$root/bin/$tool"
done
find "$root/bin" "$root/opt/java/bin" "$root/opt/java/lib" -type f \( -perm -u+x -o -name '*.so' \) -exec ldd {} \; 2>/dev/null |
    grep -oE '(=> )?/[^ ]+ \(' | grep -oE '/[^ ]+' | sort -u | while read -r library; do
    case $library in "$root"/*) continue ;; esac
    mkdir -p "$root$(dirname "$library")"
    cp -L "$library" "$root$library"
done
