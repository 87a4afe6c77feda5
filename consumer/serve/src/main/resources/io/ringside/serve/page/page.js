'use strict';
// Nothing of events or names is written as markup: every text goes through textContent.
const ROWS_MAX = 500, POINTS_MAX = 120, SHOWN_S = 60, POLL_MS = 2000, CHARTS_MAX = 8, KINDS_MAX = 200;
// The system is asked for processes, which costs more than the trace directory.
const PROCESSES_EVERY = 5, PROCESSES_MAX = 50;
const LEVELS = ['off', 'critical', 'error', 'warning', 'information', 'verbose', 'all'];
const at = id => document.getElementById(id);
const charts = [], counterCharts = new Map(), kinds = new Set();
let stream = null, paused = false, session = '', listed = '', pathsKnown = false, readsCounters = false;
let polls = 0, heldBack = 0, previous = null;

function element(name, text, ...children) {
  const made = document.createElement(name);
  if (text !== undefined && text !== null) made.textContent = text;
  made.append(...children);
  return made;
}

function report(text) {
  at('problem').hidden = !text;
  at('problem').textContent = text || '';
}

const count = number => Number(number).toLocaleString('en', { maximumFractionDigits: 2 });

function duration(ns) {
  const units = [['s', 1e9], ['ms', 1e6], ['µs', 1e3], ['ns', 1]];
  const [unit, size] = units.find(each => Math.abs(ns) >= each[1]) || units[3];
  return (ns / size).toLocaleString('en', { maximumSignificantDigits: 4 }) + ' ' + unit;
}

// In its two largest units.
function age(seconds) {
  const units = [['d', 86400], ['h', 3600], ['m', 60], ['s', 1]];
  const first = Math.max(0, units.findIndex(each => seconds >= each[1]));
  return units.slice(seconds < 1 ? 3 : first).slice(0, 2)
    .map(([unit, size], i, shown) => Math.floor(i ? seconds % shown[0][1] / size : seconds / size) + unit).join(' ');
}

async function call(method, command, parameters) {
  const form = new URLSearchParams(parameters);
  const answer = method === 'GET'
    ? await fetch('api/' + command + '?' + form)
    : await fetch('api/' + command, { method, body: form });
  const json = await answer.json();
  if (!answer.ok) throw new Error(json.error);
  return json.rows;
}

async function attempt(action) {
  try {
    await action();
    report('');
  } catch (failure) {
    report(failure.message);
  }
}

const colour = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

// A chart with its axes in the colours of the page; it follows the width of its place.
function plot(host, scales, series, data, axis) {
  const text = () => colour('--text'), grid = { stroke: () => colour('--line'), width: 1 };
  const observer = new ResizeObserver(() => {
    if (host.clientWidth) made.setSize({ width: host.clientWidth, height: host.clientHeight });
  });
  const made = new uPlot({
    width: host.clientWidth || 260, height: host.clientHeight || 110,
    legend: { show: false }, cursor: { drag: { x: false, y: false } }, scales,
    series: [{}, series], hooks: { destroy: [() => observer.disconnect()] },
    axes: [{ stroke: text, grid, ticks: grid, size: 24, font: '11px system-ui', ...axis },
      { stroke: text, grid, ticks: grid, size: 48, font: '11px system-ui',
        values: (u, ticks) => ticks.map(tick => Intl.NumberFormat('en', { notation: 'compact' }).format(tick)) }],
  }, data, host);
  observer.observe(host);
  charts.push(made);
  return made;
}

// Values as they come, up to a number of them.
class Series {
  constructor(host, bad, top) {
    this.host = host;
    this.label = host.getAttribute('aria-label');
    this.data = [[], []];
    const times = () => {
      const [first, last] = [this.data[0][0] ?? Infinity, this.data[0].at(-1) ?? Date.now() / 1000];
      return [Math.min(first, last - SHOWN_S), last];
    };
    const values = (u, min, max) => [Math.min(0, min || 0), top || (max > 0 ? max * 1.05 : 1)];
    this.plot = plot(host, { x: { time: true, range: times }, y: { range: values } },
      { stroke: () => colour(bad ? '--bad' : '--ink'), fill: () => colour(bad ? '--badfill' : '--fill'), width: 1.5,
        points: { show: false } }, this.data);
  }

  push(value, text) {
    this.data[0].push(Date.now() / 1000);
    this.data[1].push(value);
    if (this.data[0].length > POINTS_MAX) this.data.forEach(each => each.shift());
    this.plot.setData(this.data);
    this.host.setAttribute('aria-label', this.label + ': ' + text);
  }

  clear() {
    this.data.forEach(each => { each.length = 0; });
    this.plot.setData(this.data);
  }
}

const series = { wanted: new Series(at('wanted')), fill: new Series(at('fill'), false, 1), lost: new Series(at('lost'), true) };

function draw(id, value, text) {
  series[id].push(value, text);
  at(id + '-now').textContent = text;
}

function showSessions(sessions) {
  const names = sessions.map(each => each.name);
  if (!names.includes(session)) choose(names[0] || '');
  const shown = [...at('session').options].map(option => option.value);
  if (shown.join('\n') !== names.join('\n')) {
    at('session').replaceChildren(...names.map(name => {
      const option = element('option', name);
      option.value = name;
      return option;
    }));
  }
  at('session').value = session;
}

// Rates since the row before: nothing that happens between two of them is missed.
function rates(row) {
  const old = previous && previous.id === row.id ? previous : null;
  previous = row;
  if (!old) return { wanted: row.wantedPerSecond || 0, lost: row.lostPerSecond || 0, causes: [] };
  const perSecond = name => Math.max(0, row[name] - old[name]) / Math.max(1e-3, (row.time - old.time) / 1e9);
  return { wanted: perSecond('wanted'), lost: perSecond('lost'),
    causes: Object.keys(row.lostByCause).filter(cause => row.lostByCause[cause] > old.lostByCause[cause]) };
}

function showSession(row) {
  // The answer may be that of the session before.
  if (row.name !== session) return;
  const terms = [['wanted', row.wanted], ['delivered', row.delivered], ['overwritten', row.overwritten],
    ['in ring', row.inRing], ['filtered', row.sampledOut + row.overLimit], ['lost', row.lost]];
  Object.entries(row.lostByCause).filter(([, lost]) => lost > 0).forEach(([cause, lost]) => terms.push(['– ' + cause, lost]));
  at('ledger').replaceChildren(...terms.map(([name, value], i) => {
    const term = element('div', null, element('dt', name), element('dd', count(value)));
    if (i >= 5 && value > 0) term.className = 'lost';
    return term;
  }));
  // Full lanes lose what comes, unless it overwrites what is there.
  const waits = !row.drain && row.overflow !== 'drop-oldest' && row.inRing > 0;
  at('undrained').hidden = !waits;
  at('undrained').textContent = waits
    ? 'Nobody reads this session: ' + (row.lost > 0 ? count(row.lost) + ' events are lost so far, and all' : 'all')
      + ' that come once its lanes are full are lost. Record it with ringside record NAME --to FOLDER, '
      + 'or start a session in overwrite mode, which keeps the newest events.'
    : '';
  at('state').textContent = row.state + (row.drain ? ', drained by ' + row.drain : ', no drain');
  const { wanted, lost, causes } = rates(row);
  draw('wanted', wanted, count(Math.round(wanted)));
  draw('lost', lost, [count(Math.round(lost)), ...causes].join(' '));
  draw('fill', row.ringFill, Math.round(100 * row.ringFill) + ' %');
}

function showProviders(providers) {
  const name = session;
  if (listed === name && at('providers').contains(document.activeElement)) return;
  listed = name;
  at('providers').replaceChildren(...providers.map(provider => {
    const enabled = provider.enabledBy.find(each => each.session === name);
    const level = element('select', null, ...LEVELS.map(each => element('option', each)));
    level.value = !enabled ? 'off' : LEVELS[enabled.level] && enabled.level > 0 ? LEVELS[enabled.level] : 'all';
    level.setAttribute('aria-label', 'level of ' + provider.name);
    const keywords = element('select', null, ...Object.keys(provider.keywords).map(each => element('option', each)));
    keywords.multiple = true;
    keywords.size = Math.min(3, keywords.options.length);
    keywords.setAttribute('aria-label', 'keywords of ' + provider.name);
    [...keywords.options].forEach(option => {
      option.selected = Boolean(enabled) && (BigInt(enabled.any) & BigInt(provider.keywords[option.value])) !== 0n;
    });
    // An enablement replaces the one before, and this page knows nothing of its conditions, samples and properties.
    if (enabled && (enabled.filters.length || BigInt(enabled.all) || BigInt(enabled.properties))) {
      [level, keywords].forEach(each => {
        each.disabled = true;
        each.title = 'has more than levels and keywords: use ringside enable';
      });
    }
    const change = () => attempt(async () => {
      if (level.value === 'off') {
        await call('POST', 'disable', { name, provider: provider.name });
      } else {
        const any = [...keywords.selectedOptions].map(option => option.value).join(',');
        const parameters = { name, provider: provider.name, level: level.value === 'all' ? '255' : level.value };
        if (any) parameters.any = any;
        await call('POST', 'enable', parameters);
      }
    });
    level.addEventListener('change', change);
    keywords.addEventListener('change', change);
    const row = element('li', null, element('b', provider.name),
      element('span', provider.processes.map(process => 'pid ' + process.pid).join(', ')), level);
    if (keywords.options.length) row.append(keywords);
    return row;
  }));
}

function processItem(process) {
  const facts = [process.version && 'Java ' + process.version, process.startTime && 'up ' + age(Date.now() / 1e3 - process.startTime / 1e9),
    process.traced ? process.providers.join(', ') || 'no providers' : process.traceable ? '' : 'cannot be attached'];
  // Of a path the last part; all of it is shown where the pointer is.
  const item = element('li', null, element('b', process.main.replace(/^.*\//, '') || 'unknown'), element('span', 'pid ' + process.pid),
    ...facts.filter(Boolean).map(fact => element('span', fact)));
  item.title = process.main + (process.reason ? '\n' + process.reason : '');
  if (process.agent) {
    item.append(element('span', 'longest cycle ' + duration(process.agent.longestCycleNs)));
    if (process.agent.errors) {
      const failed = element('span', 'agent failed: ' + count(process.agent.errors));
      failed.className = 'lost';
      item.append(failed);
    }
  }
  return item;
}

function listProcesses(list, processes) {
  const items = processes.slice(0, PROCESSES_MAX).map(processItem);
  if (processes.length > PROCESSES_MAX) items.push(element('li', count(processes.length - PROCESSES_MAX) + ' more: see ringside processes'));
  list.replaceChildren(...items);
}

function showProcesses(processes) {
  const others = processes.filter(process => !process.traced);
  listProcesses(at('processes'), processes.filter(process => process.traced));
  listProcesses(at('untraced'), others);
  at('untraced-count').textContent = count(others.length) + ' more JVMs, not traced';
}

function suggest(provider, event) {
  const kind = provider + '/' + event;
  if (kinds.size >= KINDS_MAX || kinds.has(kind)) return;
  kinds.add(kind);
  const option = element('option');
  option.value = kind;
  at('kinds').append(option);
}

function where(text) {
  at('filter').elements.where.value = text;
  listen();
}

function closeDetails() {
  at('details').hidden = true;
}

function showDetails(row) {
  at('details').hidden = false;
  at('details').textContent = JSON.stringify(row, null, 2);
  if (row.activityId) {
    const follow = element('button', 'Follow this activity');
    follow.id = 'follow';
    follow.addEventListener('click', () => where('activityId == ' + row.activityId));
    at('details').append('\n', follow);
  }
}

// Of a gap: events that are gone are lost only if they are said to be.
function gap(row) {
  const fates = { behind: 'not seen', missing: 'not recorded' };
  return row.lost ? ['LOST', row.cause, count(row.lost)] : ['', fates[row.cause] || row.cause, count(row[row.cause] ?? 0)];
}

function showEvent(row) {
  const moment = row.time ?? row.from;
  const time = moment == null ? 'unknown time' : new Date(Math.floor(moment / 1e6)).toISOString();
  const isGap = 'lost' in row;
  const line = [time, ...isGap ? gap(row) : [row.provider, row.event, row.fields
    ? Object.entries(row.fields).map(([name, value]) => name + '=' + JSON.stringify(value)).join(' ')
    : row.payload || '']];
  const shown = element('tr', null, ...line.map(text => element('td', text)));
  if (row.lost) shown.className = 'lost';
  if (!isGap) suggest(row.provider, row.event);
  // One stop of the tab key for all of them: arrows go on from there.
  shown.tabIndex = -1;
  shown.addEventListener('click', () => showDetails(row));
  shown.addEventListener('keydown', pressed => {
    if (pressed.key === 'Enter') showDetails(row);
    const next = pressed.key === 'ArrowDown' ? shown.nextSibling : pressed.key === 'ArrowUp' ? shown.previousSibling : null;
    if (next) {
      next.focus();
      pressed.preventDefault();
    }
  });
  at('events').prepend(shown);
  while (at('events').rows.length > ROWS_MAX) at('events').lastChild.remove();
}

// Of a pause: what would have been shown, and what was too much to be shown.
function hold(more) {
  heldBack += more;
  at('held').textContent = heldBack ? count(heldBack) + ' not shown since the pause' : '';
}

function listen() {
  if (stream) stream.close();
  at('events').replaceChildren();
  at('fault').hidden = true;
  at('fault').textContent = '';
  heldBack = 0;
  at('held').textContent = '';
  const condition = at('filter').elements.where.value.trim();
  at('all').hidden = !condition;
  if (!session) return;
  const parameters = { source: session };
  if (condition) parameters.where = condition;
  const opened = new EventSource('api/tail?' + new URLSearchParams(parameters));
  stream = opened;
  opened.addEventListener('message', message => {
    if (paused) hold(1);
    else showEvent(JSON.parse(message.data));
  });
  opened.addEventListener('beat', message => {
    const skipped = JSON.parse(message.data).skipped;
    if (paused) hold(skipped);
    at('skipped').textContent = skipped ? skipped + ' more events in the last second' : '';
  });
  opened.addEventListener('problem', message => {
    at('fault').hidden = false;
    at('fault').append(JSON.parse(message.data).text + '\n');
  });
  opened.addEventListener('end', () => opened.close());
  opened.addEventListener('error', () => {
    if (opened.readyState === EventSource.CLOSED && opened === stream) {
      at('fault').hidden = false;
      at('fault').append('events cannot be read: too many pages are open, or the session has ended\n');
    }
  });
}

function choose(name) {
  session = name;
  Object.values(series).forEach(each => each.clear());
  at('snapshot-form').hidden = true;
  at('undrained').hidden = true;
  listen();
}

function download(format) {
  // Peeks beside the drain of the session: nothing is taken.
  const form = element('form');
  form.method = 'post';
  form.action = 'api/export';
  Object.entries({ source: session, as: format, peek: 'true', to: '-' }).forEach(([name, value]) => {
    const field = element('input');
    field.type = 'hidden';
    field.name = name;
    field.value = value;
    form.append(field);
  });
  document.body.append(form);
  form.submit();
  form.remove();
}

function given(form, ...names) {
  const parameters = { source: session };
  names.forEach(name => {
    const value = form.elements[name].value.trim();
    if (value) parameters[name] = value;
  });
  return parameters;
}

let latencyPlot = null;

async function measure() {
  const form = at('latency');
  const [row] = await call('GET', 'latency', {
    ...given(form, 'by'), between: form.elements.from.value.trim() + ',' + form.elements.to.value.trim() });
  at('latency-shown').hidden = false;
  const figures = [[count(row.count), 'pairs'], [duration(row.p50), 'p50'], [duration(row.p99), 'p99'], [duration(row.p999), 'p99.9'],
    [duration(row.max), 'max'], [count(row.unmatched), 'unmatched']];
  at('latency-figures').replaceChildren(...figures.map(([value, name]) => element('span', name + ' ', element('output', value))));
  if (latencyPlot) {
    charts.splice(charts.indexOf(latencyPlot), 1);
    latencyPlot.destroy();
  }
  const host = at('latency-chart');
  latencyPlot = plot(host, { x: { time: false, range: [-0.5, row.buckets.length - 0.5] }, y: { range: (u, min, max) => [0, max * 1.05] } },
    { stroke: () => colour('--ink'), fill: () => colour('--fill'), paths: uPlot.paths.bars({ size: [0.9, 100] }), points: { show: false } },
    [row.buckets.map((each, i) => i), row.buckets.map(each => each.count)],
    { splits: () => row.buckets.map((each, i) => i).filter(i => i % Math.ceil(row.buckets.length / 6) === 0),
      values: (u, ticks) => ticks.map(i => '≤ ' + duration(row.buckets[i].to)) });
  host.setAttribute('aria-label', 'latencies: ' + figures.map(each => each[1] + ' ' + each[0]).join(', '));
  const by = form.elements.by.value.trim();
  at('slowest').replaceChildren(...row.slowest.map(pair => {
    const show = element('button', 'Timeline');
    show.type = 'button';
    show.addEventListener('click', () => {
      const [from, to] = [form.elements.from.value.trim(), form.elements.to.value.trim()];
      at('timeline').elements.key.value = by ? from + '.' + by + (from === to ? '' : ' = ' + to + '.' + by) : 'activityId';
      at('timeline').elements.show.value = pair.key;
      attempt(showTimelines);
    });
    return element('li', duration(pair.latency) + ', ' + (by || 'activityId') + ' ' + pair.key + ' ', show);
  }));
}

async function showTimelines() {
  const rows = await call('GET', 'timeline', given(at('timeline'), 'key', 'show'));
  at('timelines').replaceChildren(...rows.filter(row => row.stages).map(row => {
    const length = Math.max(1, ...row.stages.map(stage => stage.offsetNs));
    const body = element('tbody', null, ...row.stages.map((stage, i) => {
      const mark = element('span');
      const begin = i ? row.stages[i - 1].offsetNs : stage.offsetNs;
      mark.style.left = Math.min(98, 100 * begin / length) + '%';
      mark.style.width = 100 * (stage.offsetNs - begin) / length + '%';
      const bar = element('div', null, mark);
      bar.className = 'bar';
      return element('tr', null, element('td', duration(stage.offsetNs)), element('td', stage.event), element('td', 'pid ' + stage.pid),
        element('td', null, bar));
    }));
    return element('figure', null, element('figcaption', 'key ' + row.key + ': ' + row.stages.length + ' events in ' + duration(length)),
      element('table', null, body));
  }));
  if (!at('timelines').children.length) at('timelines').textContent = 'no timeline has this key';
}

// Counters are read only while somebody looks: processes with callbacks are asked.
async function readCounters() {
  if (!counterCharts.size || readsCounters) return;
  readsCounters = true;
  try {
    const rows = await call('GET', 'counters', [...counterCharts.keys()].map(path => ['path', path]));
    counterCharts.forEach((chart, path) => {
      const row = rows.find(each => each.path === path);
      const value = row && row.value !== null ? row.value : null;
      const text = value === null ? (row ? row.status : 'gone') : count(value) + (row.unit ? ' ' + row.unit : '');
      chart.now.textContent = text;
      chart.series.push(value, text);
    });
  } finally {
    readsCounters = false;
  }
}

async function addCounters() {
  const wanted = at('counters').elements.path.value.trim();
  const rows = await call('GET', 'counters', { path: wanted });
  for (const row of rows.filter(each => !each.stale && !counterCharts.has(each.path))) {
    if (counterCharts.size >= CHARTS_MAX) {
      throw new Error('there is room for ' + CHARTS_MAX + ' charts: remove some of them first');
    }
    const now = element('output'), remove = element('button', 'Remove'), host = element('div');
    host.className = 'chart';
    host.setAttribute('role', 'img');
    host.setAttribute('aria-label', row.path);
    remove.type = 'button';
    const figure = element('figure', null, element('figcaption', row.path + ' ', now, remove), host);
    at('counter-charts').append(figure);
    const chart = { now, series: new Series(host) };
    remove.addEventListener('click', () => {
      counterCharts.delete(row.path);
      charts.splice(charts.indexOf(chart.series.plot), 1);
      chart.series.plot.destroy();
      figure.remove();
    });
    counterCharts.set(row.path, chart);
  }
  await readCounters();
}

async function suggestPaths() {
  if (pathsKnown) return;
  pathsKnown = true;
  const rows = await call('GET', 'counters', [['path', '*\\*'], ['path', '*(*)\\*']]);
  at('paths').replaceChildren(...rows.slice(0, KINDS_MAX).map(row => {
    const option = element('option');
    option.value = row.path;
    return option;
  }));
}

async function poll() {
  await attempt(async () => {
    showSessions(await call('GET', 'sessions', {}));
    showProviders(await call('GET', 'providers', {}));
    if (polls++ % PROCESSES_EVERY === 0) showProcesses(await call('GET', 'processes', {}));
    if (session) (await call('GET', 'stat', { name: session, interval: '500ms' })).forEach(showSession);
  });
  if (counterCharts.size) await attempt(readCounters);
  // Nobody looks at a page that is hidden.
  setTimeout(document.hidden ? waitUntilShown : poll, POLL_MS);
}

function waitUntilShown() {
  if (document.hidden) document.addEventListener('visibilitychange', waitUntilShown, { once: true });
  else poll();
}

function submit(id, action) {
  at(id).addEventListener('submit', submitted => {
    submitted.preventDefault();
    action();
  });
}

at('session').addEventListener('change', () => choose(at('session').value));
submit('filter', listen);
at('all').addEventListener('click', () => where(''));
at('pause').addEventListener('click', () => {
  paused = !paused;
  at('pause').setAttribute('aria-pressed', String(paused));
  at('pause').textContent = paused ? 'Continue' : 'Pause';
  heldBack = 0;
  at('held').textContent = '';
});
submit('start', () => {
  const { name, overwrite } = at('start').elements;
  const parameters = { name: name.value };
  if (overwrite.checked) parameters.overflow = 'drop-oldest';
  attempt(async () => { await call('POST', 'start', parameters); choose(parameters.name); });
});
at('download').addEventListener('click', () => download('jfr'));
at('perfetto').addEventListener('click', () => download('perfetto'));
at('snapshot').addEventListener('click', () => {
  at('snapshot-form').hidden = !at('snapshot-form').hidden;
  at('snapshot-taken').textContent = '';
  if (!at('snapshot-form').hidden) at('snapshot-form').elements.to.focus();
});
submit('snapshot-form', () => attempt(async () => {
  const [row] = await call('POST', 'snapshot', { name: session, to: at('snapshot-form').elements.to.value });
  at('snapshot-taken').textContent = count(row.recorded) + ' events';
}));
submit('latency', () => attempt(measure));
submit('timeline', () => attempt(showTimelines));
submit('counters', () => attempt(addCounters));
at('counters').elements.path.addEventListener('focus', () => attempt(suggestPaths));
at('rows').addEventListener('keydown', pressed => {
  if (pressed.target === at('rows') && pressed.key === 'ArrowDown' && at('events').firstChild) {
    at('events').firstChild.focus();
    pressed.preventDefault();
  }
});
document.addEventListener('keydown', pressed => {
  if (pressed.key === 'Escape') closeDetails();
  if (pressed.ctrlKey || pressed.altKey || pressed.metaKey || pressed.target.matches('input, select, textarea')) return;
  if (pressed.key === '/') {
    pressed.preventDefault();
    at('filter').elements.where.focus();
  } else if (pressed.key === 'p') {
    at('pause').click();
  }
});
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => charts.forEach(each => each.redraw()));
poll();
