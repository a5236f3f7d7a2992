import { type Document, parseMarkdown, printMarkdown } from '@lectern/document';
import { Pencil } from 'lucide-react';
import { useId, useState } from 'react';
import { call } from '../api/client.ts';
import { CommentBody } from '../comments/comment-body.tsx';
import { Button, IconButton } from '../primitives/button.tsx';
import styles from './overview-page.module.css';
import {
  CHANGE_REQUEST,
  type ChangeRequest,
  type ChangeRequestParams,
  useChangeRequestMutation,
} from './queries.ts';

const markdownOf = (document: Document | undefined): string => (document ? printMarkdown(document) : '');

/** A description that is being written, and the one that it replaces. */
interface Draft {
  readonly text: string;
  readonly base: string;
  /** What somebody else saved meanwhile. */
  readonly newer?: ChangeRequest['description'];
}

/** The description of a change request; its editors write it as Markdown, and are asked before it replaces what another saved. */
export const Description = ({
  params,
  request,
}: {
  readonly params: ChangeRequestParams;
  readonly request: ChangeRequest;
}) => {
  const id = useId();
  const [draft, setDraft] = useState<Draft>();
  const document = request.description as unknown as Document | undefined;
  const isEmpty = (document?.nodes.length ?? 0) === 0;
  const save = useChangeRequestMutation(
    async ({ text, base }: Draft): Promise<Draft | undefined> => {
      const { description } = await call('GET', CHANGE_REQUEST, { params });
      const saved = markdownOf(description as unknown as Document | undefined);
      if (saved !== base && saved !== text) return { text, base: saved, newer: description };
      const body = { description: parseMarkdown(text) as never };
      await call('PATCH', CHANGE_REQUEST, { params, body });
      return undefined;
    },
    { onSuccess: setDraft },
  );
  return (
    <section aria-labelledby="description-title" className={styles.description}>
      <h2 id="description-title" className={styles.heading}>
        Description
        {request.permissions?.edit && request.status !== 'merged' && !draft && (
          <IconButton
            icon={Pencil}
            label="Edit the description"
            onClick={() => setDraft({ text: markdownOf(document), base: markdownOf(document) })}
          />
        )}
      </h2>
      {!draft ? (
        isEmpty ? (
          <p className={styles.quiet}>There is no description.</p>
        ) : (
          <CommentBody body={{ document: request.description! }} />
        )
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            save.mutate(draft);
          }}
        >
          <label htmlFor={id} className="sr-only">
            Description in Markdown
          </label>
          <textarea
            id={id}
            rows={6}
            className={styles.field}
            value={draft.text}
            // biome-ignore lint/a11y/noAutofocus: the field was opened to write into it
            autoFocus
            onChange={(event) => setDraft({ ...draft, text: event.target.value })}
          />
          {draft.newer && (
            <div role="alert" className={styles.newer}>
              <p>Somebody else has changed the description meanwhile. “Save” replaces this by yours:</p>
              <CommentBody body={{ document: draft.newer }} />
            </div>
          )}
          <div className={styles.actions}>
            <Button variant="quiet" onClick={() => setDraft(undefined)}>
              Cancel
            </Button>
            <Button type="submit" variant="primary" isBusy={save.isPending}>
              Save
            </Button>
          </div>
        </form>
      )}
    </section>
  );
};
