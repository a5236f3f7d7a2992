import { Quote as QuoteSign, Trash2, X } from 'lucide-react';
import { type ReactNode, useEffect, useReducer, useRef, useState } from 'react';
import { IconButton } from '../primitives/button.tsx';
import type { UnpostedComment } from './comment-drafts.ts';
import { CommentForm } from './comment-form.tsx';
import { BLOCK_KEY, type CommentedText, rangeOfQuote, type TextPlace } from './commented-text.ts';
import { type Comment, type Discussion, type Quote, useDiscussion } from './discussion.ts';
import styles from './page-comments.module.css';
import { usePageDocument } from './page-document.ts';
import { Thread } from './thread.tsx';
import { useCommentDrafts } from './use-comment-drafts.ts';
import type { Mark } from './use-marks.ts';

const LABEL_LENGTH = 60;

const labelOf = (element: HTMLElement): string => {
  const words = (element.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
  return words.length > LABEL_LENGTH ? `${words.slice(0, LABEL_LENGTH)}…` : words || 'A block without words';
};

/** The blocks that are in no other block. */
const outerBlocks = (text: CommentedText): readonly HTMLElement[] => {
  const all = [...text.elements().values()];
  const known = new Set(all);
  return all.filter((element) => {
    for (let above = element.parentElement; above && above !== text.root; above = above.parentElement)
      if (known.has(above)) return false;
    return true;
  });
};

/** A choice of the block that a new comment is about, by keyboard and on a phone. */
const BlockChoice = ({
  text,
  place,
  onPlace,
}: {
  readonly text: CommentedText;
  readonly place: TextPlace | undefined;
  readonly onPlace: (place: TextPlace | undefined) => void;
}) => {
  const [blocks, setBlocks] = useState(() => outerBlocks(text));
  return (
    <label className={styles.about}>
      <span>About</span>
      <select
        value={place ? blocks.indexOf(place.element) : -1}
        onFocus={() => setBlocks(outerBlocks(text))}
        onChange={(event) => {
          const element = blocks[Number(event.target.value)];
          onPlace(element && { element });
        }}
      >
        <option value={-1}>The whole page</option>
        {blocks.map((element, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: blocks are in the order of the text
          <option key={at} value={at}>
            {labelOf(element)}
          </option>
        ))}
      </select>
    </label>
  );
};

/** The name of a place under which a comment on it is kept. */
const nameOf = ({ element, quote }: TextPlace): string =>
  quote ? `words ${quote.text}` : `block ${element.getAttribute(BLOCK_KEY) ?? labelOf(element)}`;

/** The place with a name, if it is still in the text. */
const findPlace = (text: CommentedText, name: string, quote: Quote | undefined): TextPlace | undefined => {
  const all = [...text.elements().values()];
  const element = quote
    ? all.findLast((each) => rangeOfQuote(each, quote) !== undefined)
    : [...all, ...outerBlocks(text)].find((each) => nameOf({ element: each }) === name);
  return element && { element, ...(quote && { quote }) };
};

/** A comment on another place that is not posted. */
const UnpostedRow = ({
  comment,
  onResume,
  onDiscard,
}: {
  readonly comment: UnpostedComment | undefined;
  readonly onResume: () => void;
  readonly onDiscard: () => void;
}) => {
  if (!comment) return null;
  const words = comment.draft.text.trim() || 'A suggestion';
  return (
    <li>
      <button type="button" onClick={onResume} title="Continue this comment">
        <span className={styles.unpostedText}>
          <span className="sr-only">Continue: </span>
          {words}
        </span>
        <span className={styles.unpostedAbout}>Not posted · {comment.about ?? 'The whole page'}</span>
      </button>
      <IconButton icon={Trash2} label={`Discard “${words}”`} onClick={onDiscard} />
    </li>
  );
};

const NewComment = ({
  discussion,
  pageId,
  text,
  place,
  onPlace,
  onPosted,
}: {
  readonly discussion: Discussion;
  readonly pageId: string;
  readonly text: CommentedText | undefined;
  readonly place: TextPlace | undefined;
  readonly onPlace: (place: TextPlace | undefined) => void;
  readonly onPosted: (comment: Comment, place: TextPlace | undefined) => void;
}) => {
  const { post } = useDiscussion(discussion);
  const drafts = useCommentDrafts(discussion, pageId);
  // A comment whose block is not on the page any more is continued without it.
  const [resumed, setResumed] = useState<string>();
  const [, showDrafts] = useReducer((count: number) => count + 1, 0);
  const name = place ? nameOf(place) : (resumed ?? '');
  const others = drafts.names().filter((each) => each !== name && !each.startsWith('reply '));
  const resume = (each: string) => {
    const { quote } = drafts.at(each).read() ?? {};
    const found = text && findPlace(text, each, quote);
    setResumed(found ? undefined : each);
    onPlace(found);
  };
  const [isSaving, setSaving] = useState(false);
  const send = async (markdown: string) => {
    setSaving(true);
    try {
      const node = place && (await text?.keyOf(place.element));
      const posted = await post.mutateAsync({
        markdown,
        page: pageId,
        ...(node !== undefined && { node }),
        ...(node !== undefined && place?.quote && { quote: place.quote }),
      });
      onPosted(posted, place);
      kept.forget();
      leave();
    } finally {
      setSaving(false);
    }
  };
  // Suggestions are for whole blocks of the page as it is read.
  const key = place?.element.getAttribute(BLOCK_KEY);
  const block = usePageDocument(discussion, pageId)?.nodes.find((each) => key && each.key === key);
  const words = place?.quote?.text ?? (place && labelOf(place.element));
  const kept = drafts.at(name, place && { about: words, quote: place.quote });
  const leave = () => {
    setResumed(undefined);
    onPlace(undefined);
  };
  /** Makes the comment one about another place. */
  const moveTo = (next: TextPlace | undefined) => {
    const [written, target] = [kept.read(), drafts.at(next ? nameOf(next) : '')];
    if (written && !target.read()) {
      target.write({ ...written, ...(next && { about: next.quote?.text ?? labelOf(next.element) }) });
      kept.forget();
    }
    setResumed(undefined);
    onPlace(next);
  };
  return (
    <div className={styles.new}>
      {place?.quote ? (
        <p className={styles.quote}>
          <span className="sr-only">About: </span>
          {words}
          <IconButton icon={X} label="Comment on the whole page" onClick={() => moveTo(undefined)} />
        </p>
      ) : (
        text && <BlockChoice text={text} place={place} onPlace={moveTo} />
      )}
      <CommentForm
        // A place that was just chosen puts the cursor into the field.
        key={name}
        spaceId={discussion.spaceId}
        label="Write a comment"
        submit="Comment"
        kept={kept}
        isFocused={name !== ''}
        isBusy={isSaving}
        blockMarkdown={block && (async () => (await import('./suggestion.ts')).markdownOf(block))}
        onSend={send}
        onCancel={name === '' ? undefined : leave}
      />
      {others.length > 0 && (
        <ul className={styles.unposted} aria-label="Comments that are not posted">
          {others.map((each) => (
            <UnpostedRow
              key={each}
              comment={drafts.at(each).read()}
              onResume={() => resume(each)}
              onDiscard={() => {
                drafts.at(each).forget();
                showDrafts();
              }}
            />
          ))}
        </ul>
      )}
    </div>
  );
};

/** The threads of a page, and a form for a new one. */
export const CommentsPanel = ({
  discussion,
  pageId,
  text,
  comments,
  marks,
  place,
  onPlace,
  onPosted,
  onShow,
  onClose,
}: {
  readonly discussion: Discussion;
  readonly pageId: string;
  readonly text: CommentedText | undefined;
  readonly comments: readonly Comment[];
  readonly marks: readonly Mark[];
  readonly place: TextPlace | undefined;
  readonly onPlace: (place: TextPlace | undefined) => void;
  readonly onPosted: (comment: Comment, place: TextPlace | undefined) => void;
  /** Shows the block of a comment. */
  readonly onShow: (comment: Comment) => void;
  readonly onClose: () => void;
}) => {
  const panel = useRef<HTMLElement>(null);
  const order = new Map(marks.map(({ comment }, at) => [comment.id, at]));
  const rankOf = ({ id }: Comment) => order.get(id) ?? -1;
  const isOpen = ({ status }: Comment) => status === 'open';
  const open = comments.filter(isOpen).sort((a, b) => rankOf(a) - rankOf(b));
  const resolved = comments.filter((comment) => !isOpen(comment));
  useEffect(() => {
    const { current } = panel;
    // A field that was opened together with the panel keeps the focus.
    if (!current?.contains(document.activeElement)) current?.focus({ preventScroll: true });
  }, []);
  useEffect(() => {
    const { current } = panel;
    // A block that is chosen again has its field already.
    if (place) current?.querySelector('textarea')?.focus();
    // The field that had the focus is gone, and keys are not meant for the page.
    else if (document.activeElement === document.body) current?.focus({ preventScroll: true });
  }, [place]);
  const headOf = (comment: Comment): ReactNode => {
    const { quote } = comment.target;
    const mark = marks.find((each) => each.comment.id === comment.id);
    if (!mark && !quote) return undefined;
    const words = quote?.text ?? labelOf(mark!.element);
    return mark ? (
      <button type="button" className={styles.words} onClick={() => onShow(comment)}>
        <QuoteSign size={13} aria-hidden="true" />
        <span>{words}</span>
      </button>
    ) : (
      <p className={styles.words}>
        <QuoteSign size={13} aria-hidden="true" />
        <span>{words}</span>
      </p>
    );
  };
  const show = (list: readonly Comment[]) =>
    list.map((comment) => (
      <Thread key={comment.id} comment={comment} discussion={discussion} head={headOf(comment)} />
    ));
  return (
    <aside ref={panel} className={styles.panel} aria-label="Comments" tabIndex={-1} data-writing="">
      <header className={styles.header}>
        <h2>Comments</h2>
        <IconButton icon={X} label="Close the comments" onClick={onClose} />
      </header>
      {discussion.mayComment && (
        <NewComment
          discussion={discussion}
          pageId={pageId}
          text={text}
          place={place}
          onPlace={onPlace}
          onPosted={onPosted}
        />
      )}
      <div className={styles.threads}>
        {comments.length === 0 && (
          <p className={styles.empty}>
            Nobody has commented on this page yet.
            {discussion.mayComment && ' Select words in the text to comment on them.'}
          </p>
        )}
        {show(open)}
        {show(resolved)}
      </div>
    </aside>
  );
};
