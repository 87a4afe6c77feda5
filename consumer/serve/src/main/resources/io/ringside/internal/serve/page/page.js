'use strict';
// Nothing of events or names is written as markup: every text goes through textContent.
const ROWS_MAX = 500, POINTS_MAX = 60, POLL_MS = 2000;
const LEVELS = ['off', 'critical', 'error', 'warning', 'information', 'verbose', 'all'];
const at = id => document.getElementById(id);
const series = { wanted: [], fill: [], lost: [] };
let stream = null, paused = false, session = '', listed = '';

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

function draw(id, value, text) {
  const points = series[id];
  points.push(value);
  if (points.length > POINTS_MAX) points.shift();
  const top = Math.max(1e-9, ...points);
  const line = document.createElementNS('http://www.w3.org/2000/svg', 'polyline');
  line.setAttribute('points', points.map((v, i) =>
    (120 - (points.length - 1 - i) * 2) + ',' + (39 - 38 * v / (id === 'fill' ? 1 : top))).join(' '));
  at(id).replaceChildren(line);
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

function showSession(row) {
  const count = number => Number(number).toLocaleString('en');
  const terms = [['wanted', row.wanted], ['delivered', row.delivered], ['overwritten', row.overwritten],
    ['in ring', row.inRing], ['filtered', row.sampledOut + row.overLimit], ['lost', row.lost]];
  Object.entries(row.lostByCause).filter(([, lost]) => lost > 0).forEach(([cause, lost]) => terms.push(['– ' + cause, lost]));
  at('ledger').replaceChildren(...terms.flatMap(([name, value], i) => {
    const term = element('dt', name), number = element('dd', count(value));
    if (i >= 5 && value > 0) [term, number].forEach(each => each.classList.add('lost'));
    return [term, number];
  }));
  at('state').textContent = row.state + (row.drain ? ', drained by ' + row.drain : ', no drain');
  draw('wanted', row.wantedPerSecond || 0, count(Math.round(row.wantedPerSecond || 0)));
  draw('lost', row.lostPerSecond || 0, count(Math.round(row.lostPerSecond || 0)));
  draw('fill', row.ringFill, Math.round(100 * row.ringFill) + ' %');
}

function showProviders(providers) {
  const name = session;
  if (listed === name && at('providers').contains(document.activeElement)) return;
  listed = name;
  at('providers').replaceChildren(...providers.map(provider => {
    const enabled = provider.enabledBy.find(each => each.session === name);
    const level = element('select', null, ...LEVELS.map(name => element('option', name)));
    level.value = !enabled ? 'off' : LEVELS[enabled.level] && enabled.level > 0 ? LEVELS[enabled.level] : 'all';
    level.setAttribute('aria-label', 'level of ' + provider.name);
    const keywords = element('select', null, ...Object.keys(provider.keywords).map(name => element('option', name)));
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

function showEvent(row) {
  const time = new Date(Math.floor((row.time ?? row.from) / 1e6)).toISOString().slice(11, 23);
  const line = 'lost' in row
    ? [time, 'LOST', row.cause, String(row.lost)]
    : [time, row.provider, row.event, row.fields
      ? Object.entries(row.fields).map(([name, value]) => name + '=' + JSON.stringify(value)).join(' ')
      : row.payload || ''];
  const shown = element('tr', null, ...line.map(text => element('td', text)));
  if ('lost' in row) shown.className = 'lost';
  shown.tabIndex = 0;
  const open = () => {
    at('details').hidden = false;
    at('details').textContent = JSON.stringify(row, null, 2);
    if (row.activityId) {
      const follow = element('button', 'Follow this activity');
      follow.addEventListener('click', () => {
        at('filter').elements.where.value = 'activityId == ' + row.activityId;
        listen();
      });
      at('details').append('\n', follow);
    }
  };
  shown.addEventListener('click', open);
  shown.addEventListener('keydown', pressed => { if (pressed.key === 'Enter') open(); });
  at('events').prepend(shown);
  while (at('events').rows.length > ROWS_MAX) at('events').lastChild.remove();
}

function listen() {
  if (stream) stream.close();
  at('events').replaceChildren();
  at('fault').hidden = true;
  if (!session) return;
  const parameters = { source: session };
  const where = at('filter').elements.where.value.trim();
  if (where) parameters.where = where;
  stream = new EventSource('api/tail?' + new URLSearchParams(parameters));
  stream.addEventListener('message', message => { if (!paused) showEvent(JSON.parse(message.data)); });
  stream.addEventListener('beat', message => {
    const skipped = JSON.parse(message.data).skipped;
    at('skipped').textContent = skipped ? skipped + ' more events in the last second' : '';
  });
  stream.addEventListener('problem', message => {
    at('fault').hidden = false;
    at('fault').append(JSON.parse(message.data).text + '\n');
  });
  stream.addEventListener('end', () => stream.close());
  const opened = stream;
  opened.addEventListener('error', () => {
    if (opened.readyState === EventSource.CLOSED && opened === stream) {
      at('fault').hidden = false;
      at('fault').append('events cannot be read: too many pages are open, or the session has ended\n');
    }
  });
}

function choose(name) {
  session = name;
  Object.values(series).forEach(points => { points.length = 0; });
  listen();
}

function download(format) {
  // Beside whoever drains the session: nothing is taken.
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

async function poll() {
  await attempt(async () => {
    showSessions(await call('GET', 'sessions', {}));
    showProviders(await call('GET', 'providers', {}));
    if (session) (await call('GET', 'stat', { name: session, interval: '500ms' })).forEach(showSession);
  });
  setTimeout(poll, POLL_MS);
}

at('session').addEventListener('change', () => choose(at('session').value));
at('filter').addEventListener('submit', submitted => { submitted.preventDefault(); listen(); });
at('pause').addEventListener('click', () => {
  paused = !paused;
  at('pause').setAttribute('aria-pressed', String(paused));
  at('pause').textContent = paused ? 'Continue' : 'Pause';
});
at('start').addEventListener('submit', submitted => {
  submitted.preventDefault();
  const name = at('start').elements.name.value;
  attempt(async () => { await call('POST', 'start', { name }); choose(name); });
});
at('download').addEventListener('click', () => download('jfr'));
at('perfetto').addEventListener('click', () => download('perfetto'));
at('snapshot').addEventListener('click', () => {
  const to = prompt('Folder for the snapshot of this flight recorder');
  if (to) attempt(() => call('POST', 'snapshot', { name: session, to }));
});
poll();
