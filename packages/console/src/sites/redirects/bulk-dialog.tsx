import { type FormEvent, useState } from 'react';
import { call } from '../../api/client.ts';
import { countOf } from '../../people/count-of.ts';
import { Button } from '../../primitives/button.tsx';
import { ConfirmDialog } from '../../primitives/confirm-dialog.tsx';
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

/** What became of the redirects of a request. */
interface Outcome {
  readonly created: number;
  readonly updated: number;
  readonly deleted: number;
  readonly failed: readonly string[];
}

const outcomeInWords = ({ created, updated, deleted }: Outcome): string =>
  `${countOf(created, 'redirect')} added, ${updated} changed, ${deleted} deleted`;

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
  const [isAsking, setAsking] = useState(false);
  const written = parseRedirects(text).map((redirect) => ({
    ...redirect,
    target: redirect.destination ? destinationNamed(redirect.destination, places) : null,
  }));
  const unfinished = written.filter(({ destination }) => destination === undefined);
  const unknown = written.filter(({ target }) => target === undefined);
  const deleted = written.filter(({ destination }) => destination === '');
  const isComplete = written.length > 0 && unfinished.length === 0 && unknown.length === 0;
  const saving = useSiteMutation(
    async (redirects: readonly Upsert[]) => {
      const results: { readonly status: string; readonly source: string; readonly error?: string }[] = [];
      for (let at = 0; at < redirects.length; at += BATCH) {
        const answer = await call('PUT', `${SITE}/redirects`, {
          params,
          body: { redirects: redirects.slice(at, at + BATCH) },
        });
        results.push(...answer.results);
      }
      const countWith = (status: string) => results.filter((result) => result.status === status).length;
      return {
        created: countWith('created'),
        updated: countWith('updated'),
        deleted: countWith('deleted'),
        failed: results.flatMap(({ status, source, error }) =>
          status === 'error' ? [`${source}: ${error}`] : [],
        ),
      };
    },
    {
      isInForm: true,
      onSuccess: (outcome: Outcome) => {
        setAsking(false);
        if (outcome.failed.length > 0) return;
        notify(outcomeInWords(outcome));
        onClose();
      },
    },
  );
  const save = () =>
    saving.mutate(
      written.map(({ source, target, isPermanent }) => ({
        source,
        destination: target ?? null,
        permanent: isPermanent,
      })),
    );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isComplete || saving.isPending) return;
    if (deleted.length > 0) setAsking(true);
    else save();
  };
  const problems = [
    ...unfinished.map(
      ({ line, source }) =>
        `Line ${line}: ${source} has no destination. To delete the redirect, end the line with a comma`,
    ),
    ...unknown.map(
      ({ line, destination }) => `Line ${line}: the site has no page with the path ${destination}`,
    ),
    ...(saving.data?.failed ?? []),
  ];
  return (
    <Dialog
      title="Add many redirects"
      description="One redirect a line: the old path, the path of a page or an address, and “permanent” if it is. A path and a comma alone delete the redirect."
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
        {written.length > 0 && (
          <p className={styles.note}>
            {countOf(written.length - unfinished.length - deleted.length, 'redirect')} to add or change,{' '}
            {deleted.length} to delete.
          </p>
        )}
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
          <Button type="submit" variant="primary" disabled={!isComplete} isBusy={saving.isPending}>
            Save redirects
          </Button>
        </DialogActions>
      </form>
      {isAsking && (
        <ConfirmDialog
          title={`Delete ${countOf(deleted.length, 'redirect')}?`}
          description={`Readers who follow these old paths will find nothing: ${deleted.map(({ source }) => source).join(', ')}`}
          action="Save and delete"
          isBusy={saving.isPending}
          error={saving.error}
          onConfirm={save}
          onClose={() => setAsking(false)}
        />
      )}
    </Dialog>
  );
};
