import { type FormEvent, useState } from 'react';
import { Button } from '../primitives/button.tsx';
import { type Choice, Choices } from '../primitives/choices.tsx';
import { DialogActions } from '../primitives/dialog.tsx';
import { Field, FormError, fieldErrorOf, TextInput } from '../primitives/field.tsx';
import styles from './openapi.module.css';
import type { Source } from './queries.ts';

const KINDS: readonly Choice<'url' | 'file'>[] = [
  { id: 'url', title: 'From an address', description: 'Fetched now and again every few hours.' },
  { id: 'file', title: 'From a file', description: 'JSON or YAML: OpenAPI 3.0 to 3.2, or Swagger 2.0.' },
];

const MAX_FILE_BYTES = 10 * 1024 * 1024;

const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/\.[a-z]+$/, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 100);

/** The name and the source of a specification. */
export const SourceForm = ({
  slug: given,
  url: givenUrl = '',
  error,
  isPending,
  onCancel,
  onSave,
}: {
  /** The specification whose source is changed. */
  readonly slug?: string;
  readonly url?: string | undefined;
  readonly error: Error | null;
  readonly isPending: boolean;
  readonly onCancel: () => void;
  readonly onSave: (slug: string, source: Source) => void;
}) => {
  const [kind, setKind] = useState<'url' | 'file'>(given !== undefined && givenUrl === '' ? 'file' : 'url');
  const [slug, setSlug] = useState(given ?? '');
  const [url, setUrl] = useState(givenUrl);
  const [file, setFile] = useState<File>();
  const [isChecked, setChecked] = useState(false);
  const fileError = !file
    ? 'Choose a file.'
    : file.size > MAX_FILE_BYTES
      ? 'A specification can have at most 10 MB.'
      : undefined;
  const slugError = /^[a-z0-9]+(-[a-z0-9]+)*$/i.test(slug)
    ? undefined
    : 'A name has letters and digits, with hyphens between them.';
  const urlError = url.trim() === '' ? 'Enter the address of the specification.' : undefined;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    const problem = slugError ?? (kind === 'url' ? urlError : fileError);
    if (problem !== undefined || isPending) return;
    onSave(slug, kind === 'url' ? { url: url.trim() } : { text: await file!.text() });
  };
  const said = (path: string) => fieldErrorOf(error, path);
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Choices legend="Source" name="source" choices={KINDS} value={kind} isWide onChange={setKind} />
      {kind === 'url' ? (
        <Field
          label="Address"
          error={(isChecked ? urlError : undefined) ?? said('body.source.url') ?? said('body.source')}
        >
          <TextInput
            type="url"
            value={url}
            onChange={(event) => {
              setUrl(event.target.value);
              if (given === undefined && slug === '' && URL.canParse(event.target.value))
                setSlug(slugOf(new URL(event.target.value).hostname.split('.').at(-2) ?? ''));
            }}
            placeholder="https://api.example.com/openapi.json"
            maxLength={2048}
            spellCheck={false}
          />
        </Field>
      ) : (
        <Field label="File" error={(isChecked ? fileError : undefined) ?? said('body.source.text')}>
          <input
            type="file"
            aria-label="File"
            accept=".json,.yaml,.yml,application/json,application/yaml"
            className={styles.file}
            onChange={({ target }) => {
              const chosen = target.files?.[0];
              setFile(chosen);
              if (chosen && given === undefined && slug === '') setSlug(slugOf(chosen.name));
            }}
          />
        </Field>
      )}
      {given === undefined && (
        <Field
          label="Name"
          hint="Pages refer to the specification by this name."
          error={(isChecked ? slugError : undefined) ?? said('body.slug')}
        >
          <TextInput
            value={slug}
            onChange={(event) => setSlug(event.target.value)}
            placeholder="petstore"
            maxLength={100}
            spellCheck={false}
            autoCapitalize="none"
          />
        </Field>
      )}
      <FormError error={error} except={['body.slug', 'body.source', 'body.source.url', 'body.source.text']} />
      <DialogActions>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" isBusy={isPending}>
          {given === undefined ? 'Add' : 'Save'}
        </Button>
      </DialogActions>
    </form>
  );
};
