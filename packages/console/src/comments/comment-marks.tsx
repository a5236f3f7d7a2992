import { Link2, MessageSquare, MessageSquarePlus } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { copyBlockAddress } from './block-address.ts';
import { BLOCK_KEY, type CommentedText, type TextPlace } from './commented-text.ts';
import styles from './page-comments.module.css';
import { useHighlights } from './use-highlights.ts';
import type { Mark } from './use-marks.ts';

const contains = ({ left, right, top, bottom }: DOMRect, x: number, y: number): boolean =>
  x >= left && x <= right && y >= top && y <= bottom;

/** The marked words at a point. */
const markAt = (marks: readonly Mark[], x: number, y: number): Mark | undefined =>
  marks.find(({ range }) => range && [...range.getClientRects()].some((rect) => contains(rect, x, y)));

/** Marks commented words, and shows a button beside every block with comments, and beside the one under the pointer. */
export const CommentMarks = ({
  text,
  version,
  marks,
  activeId,
  addressed,
  onOpen,
  onComment,
}: {
  readonly text: CommentedText;
  readonly version: number;
  readonly marks: readonly Mark[];
  readonly activeId: string | undefined;
  /** The block that the address names. */
  readonly addressed: HTMLElement | undefined;
  readonly onOpen: (commentId: string) => void;
  /** Begins a comment; absent for people who may not comment. */
  readonly onComment?: ((place: TextPlace) => void) | undefined;
}) => {
  const layer = useRef<HTMLDivElement>(null);
  const [hovered, setHovered] = useState<HTMLElement>();
  const active = marks.find(({ comment }) => comment.id === activeId);
  const ranges = useMemo(() => marks.flatMap(({ range }) => range ?? []), [marks]);
  const activeRanges = useMemo(() => {
    if (active?.range) return [active.range];
    const element = active?.element ?? addressed;
    if (!element) return [];
    const whole = document.createRange();
    whole.selectNodeContents(element);
    return [whole];
  }, [active, addressed]);
  useHighlights('comment', ranges);
  useHighlights('comment-active', activeRanges);

  useEffect(() => {
    const { root } = text;
    const onClick = (event: MouseEvent) => {
      if ((event.target as Element).closest('a, button') || !document.getSelection()?.isCollapsed) return;
      const mark = markAt(marks, event.clientX, event.clientY);
      if (mark) onOpen(mark.comment.id);
    };
    let last: EventTarget | null = null;
    let place = { x: 0, y: 0 };
    const onMove = (event: PointerEvent) => {
      const { clientX: x, clientY: y } = event;
      if (event.pointerType !== 'mouse' || event.buttons !== 0) return;
      // After a key the browser reports the pointer again where it rests.
      if (place.x === x && place.y === y) return;
      place = { x, y };
      if (event.target !== last) setHovered(text.blockAround(event.target as Node));
      last = event.target;
      root.style.cursor = markAt(marks, x, y) ? 'pointer' : '';
    };
    // The text moves under the pointer.
    const onInput = () => {
      last = null;
      setHovered(undefined);
    };
    root.addEventListener('click', onClick);
    root.addEventListener('pointermove', onMove);
    root.addEventListener('input', onInput);
    return () => {
      root.removeEventListener('input', onInput);
      root.removeEventListener('click', onClick);
      root.removeEventListener('pointermove', onMove);
    };
  }, [text, marks, onOpen]);

  const blocks = useMemo(() => {
    const found = new Map<HTMLElement, Mark[]>();
    for (const mark of marks) found.set(mark.element, [...(found.get(mark.element) ?? []), mark]);
    return found;
  }, [marks]);
  // Places are known once the layer is there.
  const [, setPlaced] = useState(false);
  useEffect(() => setPlaced(true), []);
  // In the editor, the key of a block changes with every letter.
  const copyKey = hovered?.getAttribute(BLOCK_KEY) ?? undefined;
  const topOf = (element: HTMLElement): number | undefined => {
    const parent = layer.current?.offsetParent;
    if (!parent || !element.isConnected) return undefined;
    return element.getBoundingClientRect().top - parent.getBoundingClientRect().top;
  };
  return (
    <div ref={layer} className={styles.layer} data-version={version}>
      {[...blocks].map(([element, own]) => {
        const top = topOf(element);
        const { id } = own[0]!.comment;
        return (
          top !== undefined && (
            <button
              key={id}
              type="button"
              className={styles.bubble}
              style={{ top }}
              aria-label={own.length === 1 ? '1 thread on this block' : `${own.length} threads on this block`}
              data-active={own.some(({ comment }) => comment.id === activeId) || undefined}
              onClick={() => onOpen(id)}
            >
              <MessageSquare size={15} aria-hidden="true" />
              {own.length}
            </button>
          )
        );
      })}
      {hovered && !blocks.has(hovered) && topOf(hovered) !== undefined && (
        <span className={`${styles.bubble} ${styles.add}`} style={{ top: topOf(hovered) }}>
          {copyKey !== undefined && (
            <button
              type="button"
              aria-label="Copy the address of this block"
              title="Copy the address of this block"
              tabIndex={-1}
              onClick={() => void copyBlockAddress(copyKey)}
            >
              <Link2 size={15} aria-hidden="true" />
            </button>
          )}
          {onComment && (
            <button
              type="button"
              aria-label="Comment on this block"
              title="Comment on this block"
              // The list in the panel does the same by keyboard.
              tabIndex={-1}
              onClick={() => onComment({ element: hovered })}
            >
              <MessageSquarePlus size={15} aria-hidden="true" />
            </button>
          )}
        </span>
      )}
    </div>
  );
};
