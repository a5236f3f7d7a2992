// Forms of integration blocks: sends the state of a block with an action, and shows what the server returns.
const ownValueOf = (control) => (control.dataset.value ? JSON.parse(control.dataset.value) : control.value);

// The state that the block was rendered with, and the values of its controls.
const stateOf = (block) => {
  const state = JSON.parse(block.dataset.state);
  for (const control of block.querySelectorAll('[data-state]')) {
    const name = control.dataset.state;
    if (control.role === 'switch') state[name] = control.checked;
    else if (control.type === 'checkbox') {
      const others = [state[name] ?? []].flat().filter((one) => one !== ownValueOf(control));
      state[name] = control.checked ? [...others, ownValueOf(control)] : others;
    } else if (control.type === 'radio') {
      if (control.checked) state[name] = ownValueOf(control);
    } else if (control.multiple) state[name] = [...control.selectedOptions].map((one) => one.value);
    else state[name] = control.value;
  }
  return state;
};

const say = (block, message) => {
  block.querySelector('.kit-error')?.remove();
  if (!message) return;
  const note = document.createElement('p');
  note.className = 'kit-failed kit-error';
  note.setAttribute('role', 'alert');
  note.textContent = message;
  block.append(note);
};

const controlsOf = (block) => [...block.querySelectorAll('[data-state]')];
// Choices of one state differ by their value.
const nameOf = ({ dataset }) => JSON.stringify([dataset.state, dataset.value]);
const isChoice = ({ type }) => type === 'checkbox' || type === 'radio';

const inputOf = (control) => {
  if (control.options) return JSON.stringify([...control.selectedOptions].map((one) => one.value));
  return isChoice(control) ? control.checked : control.value;
};
const setInput = (control, input) => {
  const chosen = control.options && JSON.parse(input);
  if (chosen) for (const one of control.options) one.selected = chosen.includes(one.value);
  else if (isChoice(control)) control.checked = input;
  else control.value = input;
};

const inputsOf = (block) => new Map(controlsOf(block).map((control) => [nameOf(control), inputOf(control)]));

// The block itself stays, so that screen readers announce what changes in it, and so does all input since the action was sent.
const show = (block, html, sent) => {
  const active = block.contains(document.activeElement) ? document.activeElement : undefined;
  const { action, state } = active?.dataset ?? {};
  const { selectionStart, selectionEnd } = active ?? {};
  const typed = inputsOf(block);
  const made = new DOMParser().parseFromString(html, 'text/html').body.firstElementChild;
  if (made?.dataset.state) block.dataset.state = made.dataset.state;
  block.replaceChildren(...(made?.dataset.state ? made.childNodes : made ? [made] : []));
  for (const control of controlsOf(block)) {
    const name = nameOf(control);
    if (typed.has(name) && typed.get(name) !== sent.get(name)) setInput(control, typed.get(name));
  }
  if (!active) return;
  const same = [...block.querySelectorAll('[data-state], [data-action]')].find((one) =>
    state === undefined ? one.dataset.action === action : nameOf(one) === nameOf(active),
  );
  (same ?? block).focus();
  if (selectionStart != null && same?.selectionStart != null)
    same.setSelectionRange(selectionStart, selectionEnd);
};

// Changes with an action of their own that were made while another action ran.
const waiting = new WeakMap();

const act = async (block, { action, confirm: question }) => {
  if (block.ariaBusy === 'true' || (question && !confirm(question))) return;
  block.ariaBusy = 'true';
  say(block);
  const sent = inputsOf(block);
  try {
    const response = await fetch(block.dataset.post, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        block: block.dataset.block,
        state: stateOf(block),
        action: JSON.parse(action),
      }),
    });
    // Errors of the script for its users; others say nothing to a reader.
    if (response.status >= 400 && response.status < 500)
      say(block, (await response.json()).error?.message ?? block.dataset.failed);
    else if (!response.ok) say(block, block.dataset.failed);
    else if (response.status === 200) show(block, await response.text(), sent);
  } catch {
    say(block, block.dataset.failed);
  } finally {
    block.ariaBusy = 'false';
    const next = waiting.get(block);
    waiting.delete(block);
    if (next) act(block, next);
  }
};

const blockOf = (target) => target.closest?.('.kit[data-post]');
document.addEventListener('click', ({ target }) => {
  const button = target.closest?.('.kit[data-post] button[data-action]');
  if (button) act(blockOf(button), button.dataset);
});
document.addEventListener('change', ({ target }) => {
  const block = target.dataset?.state && target.dataset.action && blockOf(target);
  if (!block) return;
  if (block.ariaBusy === 'true') waiting.set(block, target.dataset);
  else act(block, target.dataset);
});
// Enter sends a form with one button, or with one that is more important than the others.
document.addEventListener('keydown', (event) => {
  const block = event.key === 'Enter' && event.target.tagName === 'INPUT' && blockOf(event.target);
  if (!block || event.isComposing) return;
  const buttons = [...block.querySelectorAll('button[data-action]:not([disabled])')];
  const primary = buttons.filter((one) => one.classList.contains('button-primary'));
  const [button, other] = primary.length > 0 ? primary : buttons;
  if (button && !other) button.click();
});
