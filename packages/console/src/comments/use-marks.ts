import { useEffect, useMemo, useState } from 'react';
import { type CommentedText, rangeOfQuote } from './commented-text.ts';
import type { Comment } from './discussion.ts';

/** A comment on a block that is shown. */
export interface Mark {
  readonly comment: Comment;
  readonly element: HTMLElement;
  /** The words of the block, if the comment is about words that are still there. */
  readonly range?: Range | undefined;
}

const SETTLED_MS = 120;

/** Whether a comment is about a block that may be shown. */
const isOnBlock = ({ target }: Comment): boolean => target.node !== undefined && target.gone === undefined;

/** A number that changes when the text was drawn again, or has other dimensions, and comments have to move with it. */
export const useTextVersion = (text: CommentedText | undefined, comments: readonly Comment[]): number => {
  const [version, setVersion] = useState(0);
  const isNeeded = comments.some(isOnBlock);
  useEffect(() => {
    if (!text || !isNeeded) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const update = () => {
      clearTimeout(timer);
      timer = setTimeout(() => setVersion((count) => count + 1), SETTLED_MS);
    };
    const changes = new MutationObserver(update);
    changes.observe(text.root, { childList: true, subtree: true, characterData: true });
    const sizes = new ResizeObserver(update);
    sizes.observe(text.root);
    return () => {
      clearTimeout(timer);
      changes.disconnect();
      sizes.disconnect();
    };
  }, [text, isNeeded]);
  return version;
};

/** The open comments whose block is shown, in the order of the text. */
export const useMarks = (
  text: CommentedText | undefined,
  version: number,
  comments: readonly Comment[],
): readonly Mark[] =>
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version stands for the elements of the text
  useMemo(() => {
    const onBlocks = comments.filter(isOnBlock);
    if (!text || onBlocks.length === 0) return [];
    const keyOf = ({ id, target }: Comment) => text.keyOfComment?.(id, target.node!.id) ?? target.node!.id;
    const elements = text.elements(new Set(onBlocks.map(keyOf)));
    const order = new Map([...elements.keys()].map((key, at) => [key, at]));
    return onBlocks
      .flatMap((comment): readonly (Mark & { readonly at: number })[] => {
        const key = keyOf(comment);
        const element = elements.get(key);
        if (!element) return [];
        const { quote } = comment.target;
        return [{ comment, element, at: order.get(key)!, range: quote && rangeOfQuote(element, quote) }];
      })
      .sort((a, b) => a.at - b.at);
  }, [text, version, comments]);
