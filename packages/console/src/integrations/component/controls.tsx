import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import type { Element } from '../../../../site/src/contentkit/elements.ts';
import { objectOf, textIn } from '../../../../site/src/document/data.ts';
import { fetchOptions } from '../../api/select-options.ts';
import { ConfirmDialog } from '../../primitives/confirm-dialog.tsx';
import { TextArea, TextInput } from '../../primitives/field.tsx';
import { Select } from '../../primitives/select.tsx';
import styles from './component.module.css';
import { addressOf, boundAction, type ComponentState, optionsIn } from './component.ts';
import { useKit } from './kit.ts';

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** Runs the action of a press or change, after a question if the element has one. */
export const useAction = (
  element: Element,
): [run: (given: unknown, state?: ComponentState) => void, ReactNode] => {
  const kit = useKit();
  const [asked, setAsked] = useState<() => void>();
  const { title, text, confirm } = objectOf(element.confirm);
  const run = (given: unknown, state = kit.state) => {
    const action = boundAction(given, state, kit.ownActions);
    if (!action) return;
    if (element.confirm === undefined) kit.act(action, state);
    else setAsked(() => () => kit.act(action, state));
  };
  const question = asked && (
    <ConfirmDialog
      title={textOf(title) || 'Are you sure?'}
      description={textOf(text)}
      action={textOf(confirm) || 'Confirm'}
      isBusy={false}
      error={null}
      onConfirm={() => {
        setAsked(undefined);
        asked();
      }}
      onClose={() => setAsked(undefined)}
    />
  );
  return [run, question];
};

/** The value of a control, and the function that changes it and runs what follows from it. */
const useControl = (element: Element) => {
  const { state, setState, isBusy } = useKit();
  const [run, question] = useAction(element);
  const name = textIn(element, 'state') ?? '';
  return {
    value: state[name],
    isDisabled: element.disabled === true,
    isBusy,
    question,
    label: textIn(element, 'placeholder') ?? name,
    change: (value: unknown) => {
      const next = { ...state, [name]: value };
      setState(next);
      run(element.onValueChange, next);
    },
  };
};

const TextControl = ({ element }: { readonly element: Element }) => {
  const { value, isDisabled, change } = useControl(element);
  const attributes = {
    value: textOf(value),
    disabled: isDisabled,
    placeholder: textIn(element, 'placeholder'),
    onChange: ({ target }: { readonly target: { readonly value: string } }) => change(target.value),
  };
  const type = ['password', 'email'].find((each) => each === element.inputType) ?? 'text';
  return element.multiline === true ? (
    <TextArea rows={4} {...attributes} />
  ) : (
    <TextInput type={type} autoComplete="off" {...attributes} />
  );
};

/** The options of a select: its own, or those of an address of the integration. */
const useOptions = (element: Element) => {
  const { state } = useKit();
  const address = addressOf(objectOf(element.options).url, state, location.origin);
  // The console asks no other server.
  const url = address?.startsWith(`${location.origin}/`) ? address : undefined;
  const { data, error, isFetching } = useQuery({
    queryKey: ['options', url],
    queryFn: ({ signal }) => fetchOptions(url!, signal),
    enabled: url !== undefined,
  });
  return { options: optionsIn(url === undefined ? element.options : data), error, isFetching };
};

const SelectControl = ({ element }: { readonly element: Element }) => {
  const { value, isDisabled, question, change } = useControl(element);
  const { options, error, isFetching } = useOptions(element);
  const listId = useId();
  const problem = error && (
    <span role="alert" className={styles.problem}>
      {error.message}
    </span>
  );
  if (element.acceptInput === true)
    return (
      <>
        <TextInput
          value={textOf(value)}
          disabled={isDisabled}
          list={listId}
          placeholder={textIn(element, 'placeholder')}
          onChange={({ target }) => change(target.value)}
        />
        <datalist id={listId}>
          {options.map(({ id, label }) => (
            <option key={id} value={id} label={label} />
          ))}
        </datalist>
        {problem}
      </>
    );
  if (element.multiple === true) {
    const chosen = Array.isArray(value) ? value.map(textOf) : [];
    return (
      <>
        {options.map(({ id, label }) => (
          <label key={id} className={styles.choice}>
            <input
              type="checkbox"
              className="check"
              checked={chosen.includes(id)}
              disabled={isDisabled}
              onChange={({ target }) =>
                change(target.checked ? [...chosen, id] : chosen.filter((each) => each !== id))
              }
            />
            <span>{label}</span>
          </label>
        ))}
        {problem}
      </>
    );
  }
  const current = textOf(value);
  const isKnown = current === '' || options.some(({ id }) => id === current);
  return (
    <>
      <Select
        options={[
          { id: '', label: isFetching ? 'Loading…' : (textIn(element, 'placeholder') ?? 'Choose…') },
          ...(isKnown ? [] : [{ id: current, label: current }]),
          ...options,
        ]}
        value={current}
        disabled={isDisabled}
        onChoose={change}
      />
      {problem}
      {question}
    </>
  );
};

/** A control of one line with its label: a switch, a checkbox or a radio button. */
export const ChoiceControl = ({
  element,
  label,
  hint,
}: {
  readonly element: Element;
  readonly label: string | undefined;
  readonly hint?: ReactNode;
}) => {
  const { value: current, isDisabled, question, label: name, change } = useControl(element);
  const { type, value } = element;
  const list = Array.isArray(current) ? current : [];
  const isOn =
    type === 'switch' ? current === true : type === 'radio' ? current === value : list.includes(value);
  return (
    <>
      <label className={styles.choice}>
        <input
          type={type === 'radio' ? 'radio' : 'checkbox'}
          className={type === 'radio' ? undefined : 'check'}
          role={type === 'switch' ? 'switch' : undefined}
          checked={isOn}
          disabled={isDisabled}
          onChange={({ target }) => {
            if (type === 'switch') change(target.checked);
            else if (type === 'radio') change(value);
            else change(target.checked ? [...list, value] : list.filter((each) => each !== value));
          }}
        />
        <span>
          {label ?? name}
          {hint}
        </span>
      </label>
      {question}
    </>
  );
};

/** The types of controls of one line. */
export const CHOICES: readonly string[] = ['switch', 'checkbox', 'radio'];

/** The controls that have their label above them. */
export const CONTROLS: Readonly<Record<string, (props: { readonly element: Element }) => ReactNode>> = {
  textinput: TextControl,
  select: SelectControl,
};
