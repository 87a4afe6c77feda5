'use strict';
// What openapi.json says, for people. Every text goes through textContent.
const at = id => document.getElementById(id);

function element(name, text, ...children) {
  const made = document.createElement(name);
  if (text !== undefined && text !== null) made.textContent = text;
  made.append(...children);
  return made;
}

function parametersOf(operation) {
  if (operation.parameters) return operation.parameters;
  const form = Object.values(operation.requestBody?.content ?? {})[0]?.schema ?? {};
  return Object.entries(form.properties ?? {}).map(([name, schema]) => (
    { name, required: (form.required ?? []).includes(name), description: schema.description, schema }));
}

function kind(parameter) {
  const type = parameter.schema.type === 'array' ? 'repeatable' : parameter.schema.type === 'boolean' ? 'true or false' : '';
  return [parameter.required ? 'required' : '', type].filter(Boolean).join(', ');
}

function show(path, method, operation) {
  const title = method.toUpperCase() + ' ' + path;
  const parameters = parametersOf(operation);
  const section = element('section', null, element('h2', title), element('p', operation.description || operation.summary));
  if (parameters.length) {
    section.append(element('table', null, element('tbody', null, ...parameters.map(each => element('tr', null,
      element('th', each.name), element('td', kind(each)), element('td', each.description))))));
  }
  const streams = Object.values(operation.responses).some(each => each.content && 'text/event-stream' in each.content);
  if (method === 'get' && !streams && !parameters.some(each => each.required)) {
    const link = element('a', 'Open');
    link.href = path.slice(1);
    section.append(link);
  }
  return section;
}

(async () => {
  try {
    const answer = await fetch('api/openapi.json');
    const spec = await answer.json();
    if (!answer.ok) throw new Error(spec.error);
    at('about').textContent = spec.info.description;
    at('commands').replaceChildren(...Object.entries(spec.paths).flatMap(([path, methods]) => (
      Object.entries(methods).map(([method, operation]) => show(path, method, operation)))));
  } catch (failure) {
    at('problem').hidden = false;
    at('problem').textContent = failure.message;
  }
})();
