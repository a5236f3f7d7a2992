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

/** The description of a change request; its editors write it as Markdown. */
export const Description = ({
  params,
  request,
}: {
  readonly params: ChangeRequestParams;
  readonly request: ChangeRequest;
}) => {
  const id = useId();
  const [text, setText] = useState<string>();
  const document = request.description as unknown as Document | undefined;
  const isEmpty = (document?.nodes.length ?? 0) === 0;
  const save = useChangeRequestMutation(
    (markdown: string) =>
      call('PATCH', CHANGE_REQUEST, {
        params,
        body: { description: parseMarkdown(markdown) as never },
      }),
    { onSuccess: () => setText(undefined) },
  );
  return (
    <section aria-labelledby="description-title" className={styles.description}>
      <h2 id="description-title" className={styles.heading}>
        Description
        {request.permissions?.edit && request.status !== 'merged' && text === undefined && (
          <IconButton
            icon={Pencil}
            label="Edit the description"
            onClick={() => setText(document ? printMarkdown(document) : '')}
          />
        )}
      </h2>
      {text === undefined ? (
        isEmpty ? (
          <p className={styles.quiet}>There is no description.</p>
        ) : (
          <CommentBody body={{ document: request.description! }} />
        )
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            save.mutate(text);
          }}
        >
          <label htmlFor={id} className="sr-only">
            Description in Markdown
          </label>
          <textarea
            id={id}
            rows={6}
            className={styles.field}
            value={text}
            // biome-ignore lint/a11y/noAutofocus: the field was opened to write into it
            autoFocus
            onChange={(event) => setText(event.target.value)}
          />
          <div className={styles.actions}>
            <Button variant="quiet" onClick={() => setText(undefined)}>
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
