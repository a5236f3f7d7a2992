import { objectOf, textIn } from '../document/data.ts';
import { type Attributes, type Child, h } from '../html/html.ts';
import { boundValue, type ComponentOutput, type Element } from './elements.ts';

/** Renders a control of a block with the label of the field around it, if there is one. */
type ControlRenderer = (element: Element, block: ComponentOutput, label: string | undefined) => Child;

const isValue = (value: unknown): value is string | number =>
  typeof value === 'string' || typeof value === 'number';

/** The value of a control: its state, or else the value that it starts with. */
const currentValueOf = ({ state, initialValue }: Element, block: ComponentOutput): unknown =>
  boundValue({ $state: state }, block.state) ?? initialValue;

/** The action of a press or change that the script of the integration handles; others need an editor. */
export const customActionOf = (action: unknown): Element | undefined => {
  const given = objectOf(action);
  return typeof given.action === 'string' && !given.action.startsWith('@') ? given : undefined;
};

/** The attributes that make an element run an action, which the script in the page reads. */
export const actionAttributes = (action: Element, confirm: unknown): Attributes => {
  const { title, text } = objectOf(confirm);
  const question = [title, text].filter((part) => typeof part === 'string').join('\n\n');
  return { 'data-action': JSON.stringify(action), ...(question !== '' && { 'data-confirm': question }) };
};

const controlAttributes = (
  element: Element,
  { interaction }: ComponentOutput,
  label: string | undefined,
): Attributes => {
  const change = interaction && customActionOf(element.onValueChange);
  return {
    'data-state': textIn(element, 'state'),
    disabled: element.disabled === true || interaction === undefined,
    // A field has its label around the control.
    ...(label === undefined && {
      'aria-label': textIn(element, 'placeholder') ?? textIn(element, 'state') ?? '',
    }),
    ...(change && actionAttributes(change, element.confirm)),
  };
};

const INPUT_TYPES = ['text', 'password', 'email'];

const textinput: ControlRenderer = (element, block, label) => {
  const value = currentValueOf(element, block);
  const text = isValue(value) ? String(value) : '';
  const attributes = {
    ...controlAttributes(element, block, label),
    placeholder: textIn(element, 'placeholder'),
  };
  if (element.multiline === true) return h('textarea', { ...attributes, rows: 4 }, text);
  const type = INPUT_TYPES.includes(String(element.inputType)) ? String(element.inputType) : 'text';
  return h('input', { ...attributes, type, value: text });
};

const select: ControlRenderer = (element, block, label) => {
  const value = currentValueOf(element, block);
  const chosen = new Set((Array.isArray(value) ? value : [value]).map(String));
  const isMultiple = element.multiple === true;
  // Options from a URL or of GitBook's own data are not loaded.
  const options = (Array.isArray(element.options) ? element.options : []).map(objectOf);
  return h(
    'select',
    { ...controlAttributes(element, block, label), multiple: isMultiple },
    !isMultiple && h('option', { value: '' }, textIn(element, 'placeholder') ?? ''),
    options.map(
      ({ id, label: name }) =>
        isValue(id) &&
        h(
          'option',
          { value: String(id), selected: chosen.has(String(id)) },
          isValue(name) ? String(name) : String(id),
        ),
    ),
  );
};

const toggle: ControlRenderer = (element, block, label) =>
  h('input', {
    ...controlAttributes(element, block, label),
    type: 'checkbox',
    role: 'switch',
    checked: currentValueOf(element, block) === true,
  });

const choice =
  (type: 'radio' | 'checkbox'): ControlRenderer =>
  (element, block, label) => {
    const current = currentValueOf(element, block);
    const { value } = element;
    return (
      isValue(value) &&
      h('input', {
        ...controlAttributes(element, block, label),
        type,
        // Radio buttons of one state belong together.
        ...(type === 'radio' && { name: textIn(element, 'state') }),
        'data-value': JSON.stringify(value),
        checked: Array.isArray(current) ? current.includes(value) : current === value,
      })
    );
  };

/** The renderer of each type of control. */
export const controlRenderers: Readonly<Record<string, ControlRenderer>> = {
  textinput,
  select,
  switch: toggle,
  radio: choice('radio'),
  checkbox: choice('checkbox'),
};

/** Controls that are before their label. */
const BEFORE_LABEL = ['switch', 'radio', 'checkbox'];

/** Renders a field: a control with its label and hint. */
export const field = (element: Element, block: ComponentOutput, render: (node: unknown) => Child): Child => {
  const label = textIn(element, 'label') ?? '';
  const inner = objectOf(element.element);
  const type = String(inner.type);
  const hint = element.hint !== undefined && h('small', { class: 'kit-hint' }, render(element.hint));
  if (!Object.hasOwn(controlRenderers, type))
    return h('div', { class: 'kit-field' }, h('span', null, label), render(inner), hint);
  const control = controlRenderers[type]!(inner, block, label);
  return BEFORE_LABEL.includes(type)
    ? h('label', { class: 'kit-choice' }, control, h('span', null, label, hint))
    : h('label', { class: 'kit-field' }, h('span', null, label), control, hint);
};
