import { parseMarkdown } from '@lectern/document';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { RenderContext } from '../../../../site/src/document/context.ts';
import { call } from '../../api/client.ts';
import { readRevision } from '../../history/queries.ts';
import { useEditMode } from '../../pages/use-edit-mode.ts';
import { Button } from '../../primitives/button.tsx';
import { copyToClipboard } from '../../primitives/clipboard.ts';
import { notify } from '../../primitives/toasts.tsx';
import { CHANGE_REQUEST, type ChangeRequest, useChangeRequestMutation } from '../queries.ts';
import styles from './conflicts-page.module.css';
import type { Outcomes, UnusedText } from './outcomes.ts';
import { textBlocks } from './render-sides.ts';
import { readSettled } from './settled.ts';
import { Blocks } from './side.tsx';

/** A text that was written for a conflict, which somebody else has settled meanwhile. */
export const SettledElsewhere = ({
  request,
  unused,
  outcomes,
  userId,
  context,
  onDone,
}: {
  readonly request: ChangeRequest;
  readonly unused: UnusedText;
  readonly outcomes: Outcomes;
  readonly userId: string;
  readonly context: RenderContext;
  /** Called when the text is used, or not wanted. */
  readonly onDone: () => void;
}) => {
  const params = { spaceId: request.space, changeRequestId: String(request.number) };
  const { data: settled } = useQuery(readSettled(request, unused, outcomes));
  const { data: revisions } = useQuery(readRevision(request.space, request.revision));
  const author = revisions?.items[0]?.createdBy;
  const mayEdit = useEditMode(params) === 'direct';
  const own = useMemo(
    () => (unused.field === undefined ? parseMarkdown(unused.text).nodes : textBlocks(unused.text)),
    [unused],
  );
  const use = useChangeRequestMutation(
    () =>
      call('POST', `${CHANGE_REQUEST}/content`, {
        params,
        body: { changes: [settled!.change as never] },
      }),
    {
      onSuccess: () => {
        onDone();
        notify('Your text is in the change request');
      },
    },
  );
  const copy = () =>
    copyToClipboard(unused.text).then(
      () => notify('Your text was copied'),
      (error: Error) => notify(error.message, { isError: true }),
    );
  if (settled === undefined) return null;
  const words = author && author.id !== userId ? `${author.displayName} has settled this` : 'This is settled';
  const label = settled ? `${words}: ${settled.title}` : 'What you wrote this for was deleted';
  return (
    <section className={styles.object} aria-label={label}>
      <h2>{label}</h2>
      <article className={styles.conflict}>
        <p className={styles.lead}>Your text for this conflict was not used. It is kept in this browser.</p>
        <div className={styles.sides}>
          {settled?.now && <Blocks label="Now" blocks={settled.now} context={context} />}
          <Blocks label="Your text" blocks={own} context={context} />
        </div>
        <div className={styles.actions}>
          {settled?.change && mayEdit && (
            <Button variant="primary" isBusy={use.isPending} onClick={() => use.mutate()}>
              Use my text
            </Button>
          )}
          <Button onClick={() => void copy()}>Copy my text</Button>
          <Button variant="quiet" onClick={onDone}>
            Discard my text
          </Button>
        </div>
      </article>
    </section>
  );
};
