import { useMemo, useState } from 'react';
import type { Row } from './difference/rows.ts';
import type { RowThreads } from './difference-rows.tsx';
import { type Discussion, useComments, useDiscussion } from './discussion.ts';
import styles from './threads.module.css';
import { CommentForm, Thread } from './threads.tsx';

/** The threads of a page: those on a row, and those on the page or on a block that is gone. */
export const usePageThreads = (
  discussion: Discussion,
  pageId: string,
  rows: readonly Row[],
): { readonly rows: RowThreads; readonly others: React.ReactNode } => {
  const comments = useComments(discussion);
  const { post } = useDiscussion(discussion);
  const [draft, setDraft] = useState<Row>();
  return useMemo(() => {
    const own = comments.filter(({ target }) => target.page?.id === pageId);
    const byRow = new Map<Row, typeof own>();
    const others: typeof own = [];
    for (const comment of own) {
      const node = comment.target.node?.id;
      const row = node === undefined ? undefined : rows.find(({ keys }) => keys.has(node));
      if (row) byRow.set(row, [...(byRow.get(row) ?? []), comment]);
      else others.push(comment);
    }
    const show = (list: typeof own) =>
      list.map((comment) => <Thread key={comment.id} comment={comment} discussion={discussion} />);
    return {
      others: show(others),
      rows: {
        below: (row) => (
          <>
            {show(byRow.get(row) ?? [])}
            {draft === row && (
              <div className={styles.draft}>
                <CommentForm
                  label="Comment on this block"
                  submit="Comment"
                  isFocused
                  isBusy={post.isPending}
                  onSend={async (markdown) => {
                    await post.mutateAsync({ markdown, page: pageId, ...(row.key && { node: row.key }) });
                    setDraft(undefined);
                  }}
                  onCancel={() => setDraft(undefined)}
                />
              </div>
            )}
          </>
        ),
        ...(discussion.mayComment && { onComment: setDraft }),
      },
    };
  }, [comments, pageId, rows, draft, discussion, post]);
};
