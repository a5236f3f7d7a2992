import { type ReactNode, useMemo, useState } from 'react';
import type { CommentDrafts } from '../comments/comment-drafts.ts';
import { CommentForm } from '../comments/comment-form.tsx';
import { shownText, type TextPlace } from '../comments/commented-text.ts';
import {
  type Comment,
  type Discussion,
  type Target,
  useComments,
  useDiscussion,
} from '../comments/discussion.ts';
import { usePageDocument } from '../comments/page-document.ts';
import { SelectionButton } from '../comments/selection-button.tsx';
import { markdownOf } from '../comments/suggestion.ts';
import { Thread } from '../comments/thread.tsx';
import styles from '../comments/threads.module.css';
import { useCommentDrafts } from '../comments/use-comment-drafts.ts';
import { useHighlights } from '../comments/use-highlights.ts';
import { useMarks, useTextVersion } from '../comments/use-marks.ts';
import { keysOf, type Row } from './difference/rows.ts';
import type { RowThreads } from './difference-rows.tsx';

/** A comment that is being written. */
interface Draft extends Pick<Target, 'node' | 'quote'> {
  readonly row: Pick<Row, 'key'>;
}

const BLOCK = 'block ';

/** The name of a place under which a comment on it is kept. */
const nameOf = ({ row, quote }: Draft): string =>
  quote ? `words ${quote.text}` : `${BLOCK}${row.key ?? ''}`;

/** The comments on blocks that were begun earlier. */
const earlierDrafts = (kept: CommentDrafts): readonly Draft[] =>
  kept
    .names()
    .filter((name) => name.startsWith(BLOCK) && name !== BLOCK)
    .map((name) => name.slice(BLOCK.length))
    .map((key) => ({ row: { key }, node: key }));

const without = (drafts: readonly Draft[], draft: Draft): readonly Draft[] =>
  drafts.filter((each) => each.row.key !== draft.row.key || nameOf(each) !== nameOf(draft));

const withDraft = (drafts: readonly Draft[], draft: Draft): readonly Draft[] => [
  ...without(drafts, draft),
  draft,
];

/** The words that a comment is about. */
const Words = ({ text }: { readonly text: string }) => <p className={styles.words}>{text}</p>;

const DraftForm = ({
  discussion,
  pageId,
  draft,
  onClose,
}: {
  readonly discussion: Discussion;
  readonly pageId: string;
  readonly draft: Draft;
  readonly onClose: () => void;
}) => {
  const { post } = useDiscussion(discussion);
  const { row, node, quote } = draft;
  const kept = useCommentDrafts(discussion, pageId).at(nameOf(draft));
  // A form that moves to another row with its words leaves the focus alone.
  const [isBegun] = useState(() => kept.read() === undefined);
  // Rows show their changes; a suggestion begins with the text as it is.
  const block = usePageDocument(discussion, pageId)?.nodes.find(({ key }) => key === row.key);
  return (
    <div className={styles.draft}>
      {quote && <Words text={quote.text} />}
      <CommentForm
        spaceId={discussion.spaceId}
        label="Comment on this block"
        submit="Comment"
        kept={kept}
        isFocused={isBegun}
        isBusy={post.isPending}
        blockMarkdown={block && (async () => markdownOf(block))}
        onSend={async (markdown, { isSuggestion }) => {
          // A suggestion is for the whole block.
          const target = isSuggestion && node !== row.key ? { node: row.key } : { node, quote };
          await post.mutateAsync({
            markdown,
            page: pageId,
            ...(target.node !== undefined && { node: target.node }),
            ...(target.quote && { quote: target.quote }),
          });
          onClose();
        }}
        onCancel={onClose}
      />
    </div>
  );
};

/** The difference of a page with its threads: below their rows, and above all rows those without one. */
export const PageThreads = ({
  discussion,
  pageId,
  rows,
  children,
}: {
  readonly discussion: Discussion;
  readonly pageId: string;
  readonly rows: readonly Row[];
  readonly children: (threads: RowThreads) => ReactNode;
}) => {
  const comments = useComments(discussion, pageId);
  // Several may be written at the same time.
  const kept = useCommentDrafts(discussion, pageId);
  const [drafts, setDrafts] = useState(() => (discussion.mayComment ? earlierDrafts(kept) : []));
  const [root, setRoot] = useState<HTMLDivElement | null>(null);
  const text = useMemo(() => (root ? shownText(root) : undefined), [root]);
  const open = useMemo(() => comments.filter(({ status }) => status === 'open'), [comments]);
  const version = useTextVersion(text, open);
  const marks = useMarks(text, version, open);
  useHighlights(
    'comment',
    useMemo(() => marks.flatMap(({ range }) => range ?? []), [marks]),
  );
  const rowOf = useMemo(() => {
    // Most pages have no comments, and need no keys.
    let byKey: ReadonlyMap<string, Row> | undefined;
    return (node: string | undefined) => {
      if (node === undefined) return undefined;
      byKey ??= new Map(rows.flatMap((row) => [...keysOf(row)].map((key) => [key, row] as const)));
      return byKey.get(node);
    };
  }, [rows]);
  const threads = useMemo(() => {
    const show = (list: readonly Comment[]) =>
      list.map((comment) => (
        <Thread
          key={comment.id}
          comment={comment}
          discussion={discussion}
          head={comment.target.quote && <Words text={comment.target.quote.text} />}
        />
      ));
    const byRow = new Map<Row | undefined, Comment[]>();
    for (const comment of comments) {
      const row = rowOf(comment.target.node?.id);
      byRow.set(row, [...(byRow.get(row) ?? []), comment]);
    }
    // Rows are new when the page has changed meanwhile; a draft whose block is gone is above all rows.
    const rowOfDraft = ({ row }: Draft): Row | undefined =>
      rows.find((each) => each === row) ?? rowOf(row.key);
    const formsAt = (row: Row | undefined) =>
      drafts
        .filter((draft) => rowOfDraft(draft) === row)
        .map((draft) => (
          <DraftForm
            key={nameOf(draft)}
            discussion={discussion}
            pageId={pageId}
            draft={draft}
            onClose={() => setDrafts((before) => without(before, draft))}
          />
        ));
    const forRows: RowThreads = {
      has: (row) => byRow.has(row) || drafts.some((draft) => rowOfDraft(draft) === row),
      below: (row) => (
        <>
          {show(byRow.get(row) ?? [])}
          {formsAt(row)}
        </>
      ),
      ...(discussion.mayComment && {
        onComment: (row: Row) =>
          setDrafts((before) => withDraft(before, { row, ...(row.key !== undefined && { node: row.key }) })),
      }),
    };
    const others = (
      <>
        {show(byRow.get(undefined) ?? [])}
        {formsAt(undefined)}
      </>
    );
    return { forRows, others };
  }, [comments, rows, rowOf, pageId, drafts, discussion]);
  const begin = async ({ element, quote }: TextPlace) => {
    const node = await text!.keyOf(element);
    const row = rowOf(node);
    if (row && node !== undefined)
      setDrafts((before) => withDraft(before, { row, node, ...(quote && { quote }) }));
  };
  return (
    <>
      {threads.others}
      <div ref={setRoot}>{children(threads.forRows)}</div>
      {text && discussion.mayComment && (
        <SelectionButton text={text} onComment={(place) => void begin(place)} />
      )}
    </>
  );
};
