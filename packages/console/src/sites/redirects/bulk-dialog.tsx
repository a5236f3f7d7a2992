import { type FormEvent, useState } from 'react';
import { call } from '../../api/client.ts';
import { Button } from '../../primitives/button.tsx';
import { Dialog, DialogActions } from '../../primitives/dialog.tsx';
import { Field, FormError, TextArea } from '../../primitives/field.tsx';
import { notify } from '../../primitives/toasts.tsx';
import { SITE, type SiteParams, useSiteMutation } from '../queries.ts';
import styles from '../sites.module.css';
import { type Destination, destinationNamed, parseRedirects } from './parse-redirects.ts';
import own from './redirects.module.css';
import { usePlaces } from './use-places.ts';

// The most redirects of one request.
const BATCH = 500;

interface Upsert {
  readonly source: string;
  readonly destination: Destination | null;
  readonly permanent: boolean;
}

/** Creates, changes and deletes many redirects at once: pasted, or from a CSV file. */
export const BulkDialog = ({
  params,
  onClose,
}: {
  readonly params: SiteParams;
  readonly onClose: () => void;
}) => {
  const places = usePlaces(params);
  const [text, setText] = useState('');
  const written = parseRedirects(text).map((redirect) => ({
    ...redirect,
    target: redirect.destination === '' ? null : destinationNamed(redirect.destination, places),
  }));
  const unknown = written.filter(({ target }) => target === undefined);
  const saving = useSiteMutation(
    async (redirects: readonly Upsert[]) => {
      const failed: string[] = [];
      for (let at = 0; at < redirects.length; at += BATCH) {
        const { results } = await call('PUT', `${SITE}/redirects`, {
          params,
          body: { redirects: redirects.slice(at, at + BATCH) },
        });
        for (const result of results)
          if (result.status === 'error') failed.push(`${result.source}: ${result.error}`);
      }
      return failed;
    },
    {
      isInForm: true,
      onSuccess: (failed, redirects) => {
        if (failed.length > 0) return;
        notify(`${redirects.length} ${redirects.length === 1 ? 'redirect was' : 'redirects were'} saved`);
        onClose();
      },
    },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (written.length === 0 || unknown.length > 0 || saving.isPending) return;
    saving.mutate(
      written.map(({ source, target, isPermanent }) => ({
        source,
        destination: target ?? null,
        permanent: isPermanent,
      })),
    );
  };
  const problems = [
    ...unknown.map(
      ({ line, destination }) => `Line ${line}: the site has no page with the path ${destination}`,
    ),
    ...(saving.data ?? []),
  ];
  return (
    <Dialog
      title="Add many redirects"
      description="One redirect a line: the old path, the path of a page or an address, and “permanent” if it is. Without a destination, the redirect is deleted."
      isOpen
      isWide
      onClose={onClose}
    >
      <form onSubmit={submit}>
        <Field label="Redirects">
          <TextArea
            rows={10}
            spellCheck={false}
            placeholder={'/old-page, /guides/start\n/blog/*, https://blog.example.com/, permanent'}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        </Field>
        <Field label="Or a CSV file">
          <input
            type="file"
            accept=".csv,.tsv,.txt,text/csv"
            aria-label="CSV file"
            onChange={({ target }) => {
              const [file] = target.files ?? [];
              if (file) void file.text().then(setText);
              target.value = '';
            }}
          />
        </Field>
        {written.length > 0 && <p className={styles.note}>{written.length} redirects.</p>}
        {problems.length > 0 && (
          <ul className={own.results} role="alert">
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        )}
        <FormError error={saving.error} />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            variant="primary"
            disabled={written.length === 0 || unknown.length > 0}
            isBusy={saving.isPending}
          >
            Save redirects
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
};
