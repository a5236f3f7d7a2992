import { createCommentKeys } from './comment-keys.ts';
import type { Comment, Quote } from './discussion.ts';
import { findQuote, quoteOf } from './find-quote.ts';

/** A text that can be commented on: a page, or a page in the editor. */
export interface CommentedText {
  readonly root: HTMLElement;
  /** The elements of the blocks that are shown, by key, in reading order: all, or those with these keys. */
  readonly elements: (keys?: ReadonlySet<string>) => ReadonlyMap<string, HTMLElement>;
  /** The innermost block around a node. */
  readonly blockAround: (node: Node | null) => HTMLElement | undefined;
  /** Whether it has a toolbar of its own, which sends `comment-selection` to its root. */
  readonly hasToolbar?: boolean;
  /** The key of a block for a new comment, after its text was saved. */
  readonly keyOf: (element: HTMLElement) => Promise<string | undefined>;
  /** The key of the block of a comment, where blocks keep the keys that they had; `key` is the one that it has on the server. */
  readonly keyOfComment?: (commentId: string, key: string) => string;
  /** Called after a comment was posted. */
  readonly onPosted?: (comment: Comment, place: TextPlace) => void;
}

/** A place in a text: a block, or words of it. */
export interface TextPlace {
  readonly element: HTMLElement;
  readonly quote?: Quote;
}

// Text of the interface, and text that a change removes.
const SKIPPED = 'button, .anchor, .sr-only, del, .diff-removed, [hidden]';

/** The text nodes of a block. In a block that is removed as a whole, removed text is the text. */
const textNodesOf = (element: HTMLElement): readonly Text[] => {
  const walk = (skipped: string) => {
    const found: Text[] = [];
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode as Text;
      const over = skipped === '' ? null : node.parentElement?.closest(skipped);
      if (!over || !element.contains(over) || over === element) found.push(node);
    }
    return found;
  };
  const found = walk(SKIPPED);
  return found.length > 0 ? found : walk('button, .anchor, .sr-only');
};

const joined = (nodes: readonly Text[]): string => nodes.map(({ data }) => data).join('');

/** The range of quoted words in a block. */
export const rangeOfQuote = (element: HTMLElement, quote: Quote): Range | undefined => {
  const nodes = textNodesOf(element);
  const start = findQuote(joined(nodes), quote);
  if (start === undefined) return undefined;
  const range = document.createRange();
  let at = 0;
  for (const node of nodes) {
    const end = at + node.data.length;
    if (start >= at && start < end) range.setStart(node, start - at);
    if (start + quote.text.length > at && start + quote.text.length <= end) {
      range.setEnd(node, start + quote.text.length - at);
      return range;
    }
    at = end;
  }
  return undefined;
};

/** The quote of the part of a range that is in a block. */
export const quoteOfRange = (element: HTMLElement, range: Range): Quote | undefined => {
  const nodes = textNodesOf(element);
  let at = 0;
  let [from, to]: [number | undefined, number] = [undefined, 0];
  for (const node of nodes) {
    if (range.intersectsNode(node)) {
      const start = node === range.startContainer ? range.startOffset : 0;
      const end = node === range.endContainer ? range.endOffset : node.data.length;
      if (end > start) {
        from ??= at + start;
        to = at + end;
      }
    }
    at += node.data.length;
  }
  return from === undefined ? undefined : quoteOf(joined(nodes), from, to);
};

/** The place of the words that are selected now: the first block that the selection has words of. */
export const selectedPlace = (text: CommentedText): (TextPlace & { readonly range: Range }) | undefined => {
  const selection = document.getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return undefined;
  const range = selection.getRangeAt(0);
  if (!text.root.contains(range.commonAncestorContainer) && range.commonAncestorContainer !== text.root)
    return undefined;
  const element = text.blockAround(range.startContainer);
  const quote = element && quoteOfRange(element, range);
  return quote && { element, quote, range };
};

/** The event that begins a comment on the selected words. */
export const COMMENT_SELECTION = 'comment-selection';

/** The attribute with the key of a block. */
export const BLOCK_KEY = 'data-block';

/** A page that is shown, whose blocks have their keys as attributes. */
export const shownText = (
  root: HTMLElement,
  sharedKeys: ReadonlyMap<string, string> = new Map(),
): CommentedText => ({
  root,
  keyOfComment: createCommentKeys(
    (key) => root.querySelector(`[${BLOCK_KEY}="${CSS.escape(key)}"]`) !== null,
    sharedKeys,
  ).keyOf,
  elements: (keys) =>
    new Map(
      [...root.querySelectorAll<HTMLElement>(`[${BLOCK_KEY}]`)]
        .map((element) => [element.getAttribute(BLOCK_KEY)!, element] as const)
        .filter(([key]) => keys?.has(key) ?? true),
    ),
  blockAround: (node) => {
    const element = node instanceof Element ? node : node?.parentElement;
    const block = element?.closest<HTMLElement>(`[${BLOCK_KEY}]`);
    return block && block !== root && root.contains(block) ? block : undefined;
  },
  keyOf: async (element) => element.getAttribute(BLOCK_KEY) ?? undefined,
});
