import { type FormEvent, useState } from 'react';
import type { ContentPlace } from '../pages/content-place.ts';
import { Button } from '../primitives/button.tsx';
import { Dialog, DialogActions } from '../primitives/dialog.tsx';
import { Field, FormError, TextInput } from '../primitives/field.tsx';
import styles from './shared-content.module.css';
import { MAX_RENAMED, useVariables, type Variable, type VariableValue } from './use-variables.ts';

const KINDS = { string: 'Text', number: 'Number', boolean: 'Yes or no' } as const;
type Kind = keyof typeof KINDS;

const NAME = /^[A-Za-z][A-Za-z0-9_]{0,63}$/;

const parseValue = (kind: Kind, text: string): VariableValue | undefined => {
  if (kind === 'boolean') return text === 'true';
  if (kind === 'string') return text;
  return text.trim() === '' || !Number.isFinite(Number(text)) ? undefined : Number(text);
};

/** Adds a variable, or changes its name and value. */
export const VariableDialog = ({
  place,
  variable,
  names,
  onClose,
}: {
  readonly place: ContentPlace;
  /** The variable that is changed; a new one is added without it. */
  readonly variable?: Variable | undefined;
  /** The names of all variables. */
  readonly names: readonly string[];
  readonly onClose: () => void;
}) => {
  const { save } = useVariables(place);
  const [name, setName] = useState(variable?.name ?? '');
  const [kind, setKind] = useState<Kind>(variable ? (typeof variable.value as Kind) : 'string');
  const [text, setText] = useState(variable === undefined ? '' : String(variable.value));
  const [isChecked, setChecked] = useState(false);
  const value = parseValue(kind, text);
  const users = variable?.usedBy?.count ?? 0;
  const isRenamed = variable !== undefined && name !== variable.name;
  const nameError = !NAME.test(name)
    ? 'A name has letters, digits and underscores, and begins with a letter.'
    : name !== variable?.name && names.includes(name)
      ? 'There is a variable with this name.'
      : isRenamed && users > MAX_RENAMED
        ? `It is used by more than ${MAX_RENAMED} pages: add another variable instead.`
        : undefined;
  const valueError = value === undefined ? 'This is not a number.' : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (nameError === undefined && value !== undefined && !save.isPending)
      save.mutate({ before: variable, name, value }, { onSuccess: onClose });
  };
  return (
    <Dialog title={variable ? 'Change the variable' : 'New variable'} isOpen onClose={onClose}>
      <form onSubmit={submit} noValidate>
        <Field
          label="Name"
          hint={`Pages use it as space.vars.${NAME.test(name) ? name : 'name'}.`}
          error={isChecked ? nameError : undefined}
        >
          <TextInput
            value={name}
            onChange={(event) => setName(event.target.value)}
            maxLength={64}
            spellCheck={false}
          />
        </Field>
        <Field label="Kind">
          <select
            className={styles.select}
            aria-label="Kind"
            value={kind}
            onChange={({ target }) => {
              setKind(target.value as Kind);
              if (target.value === 'boolean') setText('true');
            }}
          >
            {Object.entries(KINDS).map(([each, label]) => (
              <option key={each} value={each}>
                {label}
              </option>
            ))}
          </select>
        </Field>
        <Field label="Value" error={isChecked ? valueError : undefined}>
          {kind === 'boolean' ? (
            <select
              className={styles.select}
              aria-label="Value"
              value={text}
              onChange={({ target }) => setText(target.value)}
            >
              <option value="true">Yes</option>
              <option value="false">No</option>
            </select>
          ) : (
            <TextInput value={text} onChange={(event) => setText(event.target.value)} maxLength={256} />
          )}
        </Field>
        {isRenamed && users > 0 && users <= MAX_RENAMED && (
          <p className={styles.note}>
            {users === 1 ? 'The page that uses it gets' : `The ${users} pages that use it get`} the new name,
            too.
          </p>
        )}
        <FormError error={save.error} />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" isBusy={save.isPending}>
            {variable ? 'Save' : 'Add'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
};
