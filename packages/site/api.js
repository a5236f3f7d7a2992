// Operations of APIs: the choice of a server for the samples, and the form that sends a request from the browser.
(() => {
  const element = (name, attributes = {}, ...children) => {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes))
      if (value !== undefined && value !== false) made.setAttribute(key, value === true ? '' : value);
    made.append(...children);
    return made;
  };

  const textNodesIn = (root) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const found = [];
    while (walker.nextNode()) found.push(walker.currentNode);
    return found;
  };

  const serverChoice = ({ servers, labels }, attributes = {}) =>
    element(
      'select',
      { 'aria-label': labels.server, class: 'api-choice', ...attributes },
      ...servers.map((url) => element('option', { value: url }, url)),
    );

  /** Shows the samples for another server. */
  const useServer = (box, before, after) => {
    const block = box.closest('.api');
    for (const node of textNodesIn(box)) {
      // Only in code, and not in the options.
      if (node.parentElement.closest('.line') && node.data.includes(before))
        node.data = node.data.replaceAll(before, after);
    }
    const shown = block.querySelector('.api-server');
    if (shown) shown.textContent = after;
  };

  const credential = (prefix = '', value) =>
    prefix === 'Basic ' && value.includes(':')
      ? prefix + btoa(String.fromCharCode(...new TextEncoder().encode(value)))
      : prefix + value;

  /** The multipart body of the inputs that are filled in. */
  const formDataOf = (parts) => {
    const data = new FormData();
    for (const { part, input } of parts) {
      if (part.isFile) for (const file of input.files) data.append(part.name, file);
      else if (input.value !== '') data.append(part.name, input.value);
    }
    return data;
  };

  const requestOf = ({ method, path, body }, server, inputs, text, parts) => {
    const headers = {};
    const query = [];
    let filled = path;
    for (const { field, input } of inputs) {
      const value = input.value.trim();
      if (value === '') continue;
      const sent = field.isSecret ? credential(field.prefix, value) : value;
      if (field.in === 'path') filled = filled.replaceAll(`{${field.name}}`, encodeURIComponent(sent));
      else if (field.in === 'query')
        query.push(`${encodeURIComponent(field.name)}=${encodeURIComponent(sent)}`);
      else headers[field.name] = sent;
    }
    const mayHaveBody = body && method !== 'GET' && method !== 'HEAD';
    const hasBody = mayHaveBody && (parts !== undefined || text.trim() !== '');
    // The browser adds the boundary of a multipart body to its type.
    if (hasBody && parts === undefined) headers['Content-Type'] = body.type;
    const separator = filled.includes('?') ? '&' : '?';
    return {
      url: server + filled + (query.length > 0 ? separator + query.join('&') : ''),
      options: {
        method,
        headers,
        ...(hasBody && { body: parts === undefined ? text : formDataOf(parts) }),
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
      },
    };
  };

  const pretty = (text) => {
    try {
      return JSON.stringify(JSON.parse(text), null, 2);
    } catch {
      return text;
    }
  };

  const showAnswer = async (place, { url, options }, labels) => {
    const say = (...content) => place.replaceChildren(...content);
    say(element('p', {}, labels.running));
    const started = performance.now();
    try {
      const response = await fetch(url, options);
      const text = await response.text();
      const took = `${Math.round(performance.now() - started)} ms`;
      const status = element('span', { class: `status status-${String(response.status)[0]}` });
      status.append(`${response.status} ${response.statusText}`.trim());
      say(
        element('p', { class: 'try-status' }, status, element('span', {}, took)),
        text === ''
          ? element('p', {}, labels.noBody)
          : element('pre', { tabindex: 0 }, pretty(text).slice(0, 200_000)),
      );
    } catch {
      say(element('p', { class: 'try-failed' }, labels.failed));
    }
  };

  const labelled = (label, control, isRequired, required) =>
    element(
      'label',
      { class: 'try-field' },
      element(
        'span',
        {},
        element('code', {}, label),
        ...(isRequired ? [element('small', { class: 'field-required' }, required)] : []),
      ),
      control,
    );

  const createDialog = (operation, method) => {
    const { labels, fields, body, path } = operation;
    const server = serverChoice(operation);
    const inputs = fields.map((field) => ({
      field,
      input: element('input', {
        type: field.isSecret ? 'password' : 'text',
        name: field.name,
        value: field.value,
        required: field.isRequired,
        autocomplete: 'off',
        placeholder: field.prefix && `${field.prefix}…`,
      }),
    }));
    const text = element('textarea', { name: 'body', rows: 8, spellcheck: 'false' });
    text.value = body?.value ?? '';
    const parts = body?.parts?.map((part) => ({
      part,
      input: element('input', {
        type: part.isFile ? 'file' : 'text',
        name: part.name,
        value: part.isFile ? undefined : part.value,
        autocomplete: 'off',
      }),
    }));
    const answer = element('div', { class: 'try-answer', role: 'status' });
    const close = document.querySelector('.zoom-dialog [data-close]').cloneNode(true);
    const form = element(
      'form',
      {},
      labelled(labels.server, server),
      ...inputs.map(({ field, input }) => labelled(field.name, input, field.isRequired, labels.required)),
      ...(parts?.map(({ part, input }) => labelled(part.name, input)) ?? []),
      ...(body && !parts ? [labelled(`${labels.body} (${body.type})`, text)] : []),
      element('button', { type: 'submit', class: 'button button-primary' }, labels.send),
    );
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      showAnswer(answer, requestOf(operation, server.value, inputs, text.value, parts), labels);
    });
    const head = element('div', { class: 'try-head' }, method, element('code', {}, path), close);
    const dialog = element('dialog', { class: 'try-dialog', 'aria-label': labels.tryIt }, head, form, answer);
    document.body.append(dialog);
    return { dialog, server };
  };

  const start = (box) => {
    const operation = JSON.parse(box.dataset.try);
    const { servers, labels } = operation;
    const head = box.querySelector('.api-head');
    const choice = serverChoice(operation);
    let current = servers[0];
    choice.addEventListener('change', () => {
      useServer(box, current, choice.value);
      current = choice.value;
    });
    if (servers.length > 1) head.append(choice);
    if (!operation.isOpen) return;
    const button = element(
      'button',
      { type: 'button', class: 'button button-primary button-small' },
      labels.tryIt,
    );
    let made;
    button.addEventListener('click', () => {
      made ??= createDialog(operation, box.closest('.api').querySelector('.method').cloneNode(true));
      made.server.value = current;
      made.dialog.showModal();
    });
    head.append(button);
  };

  document.addEventListener('DOMContentLoaded', () => {
    for (const box of document.querySelectorAll('[data-try]')) start(box);
  });
})();
