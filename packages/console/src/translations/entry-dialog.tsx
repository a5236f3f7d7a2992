import { X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Button, IconButton } from '../primitives/button.tsx';
import { Dialog, DialogActions } from '../primitives/dialog.tsx';
import { Field, FormError, TextInput } from '../primitives/field.tsx';
import { Select } from '../primitives/select.tsx';
import { LANGUAGES, languageName } from '../sites/languages.ts';
import type { GlossaryEntry } from './queries.ts';
import styles from './translations.module.css';

const FIRST = ['en', 'de'] as const;

/** Adds a term, or changes it, language by language. */
export const EntryDialog = ({
  entry,
  languages,
  error,
  isPending,
  onClose,
  onSave,
}: {
  readonly entry: GlossaryEntry | undefined;
  /** The languages that the glossary has. */
  readonly languages: readonly string[];
  readonly error: Error | null;
  readonly isPending: boolean;
  readonly onClose: () => void;
  readonly onSave: (translations: Readonly<Record<string, string>>) => void;
}) => {
  const [terms, setTerms] = useState<Readonly<Record<string, string>>>(
    () =>
      (entry?.translations as Readonly<Record<string, string>> | undefined) ??
      Object.fromEntries((languages.length > 0 ? languages : FIRST).map((language) => [language, ''])),
  );
  const [isChecked, setChecked] = useState(false);
  const filled = Object.fromEntries(
    Object.entries(terms).flatMap(([language, term]) =>
      term.trim() === '' ? [] : [[language, term.trim()]],
    ),
  );
  const problem = Object.keys(filled).length < 2 ? 'Enter the term in two languages or more.' : undefined;
  const others = LANGUAGES.filter(({ id }) => !(id in terms));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (problem === undefined && !isPending) onSave(filled);
  };
  return (
    <Dialog title={entry ? 'Change the term' : 'New term'} isOpen onClose={onClose}>
      <form onSubmit={submit} noValidate>
        {Object.entries(terms).map(([language, term]) => (
          <div key={language} className={styles.term}>
            <Field label={languageName(language)}>
              <TextInput
                value={term}
                maxLength={255}
                onChange={(event) => setTerms({ ...terms, [language]: event.target.value })}
              />
            </Field>
            <IconButton
              icon={X}
              label={`Remove ${languageName(language)}`}
              onClick={() =>
                setTerms(Object.fromEntries(Object.entries(terms).filter(([each]) => each !== language)))
              }
            />
          </div>
        ))}
        <Field label="Another language">
          <Select
            options={[{ id: '', label: 'Choose a language' }, ...others]}
            value=""
            onChoose={(language) => language !== '' && setTerms({ ...terms, [language]: '' })}
          />
        </Field>
        {isChecked && problem && (
          <p role="alert" className={styles.problem}>
            {problem}
          </p>
        )}
        <FormError error={error} />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" isBusy={isPending}>
            {entry ? 'Save' : 'Add'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
};
