import type { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { createCommentKeys } from '../comments/comment-keys.ts';
import type { CommentedText } from '../comments/commented-text.ts';

const keysIn = (doc: Node): ReadonlySet<unknown> => {
  const keys = new Set<unknown>();
  doc.descendants((node) => void keys.add(node.attrs.key));
  return keys;
};

/** The text of an editor for comments on it. Blocks keep the key that they were loaded with while they are edited. */
export const commentedEditor = (
  editor: Editor,
  save: () => Promise<void>,
  sharedKeys: ReadonlyMap<string, string>,
): CommentedText => {
  let read: { readonly doc: Node; readonly keys: ReadonlySet<unknown> } | undefined;
  const hasKey = (key: string): boolean => {
    const { doc } = editor.state;
    if (read?.doc !== doc) read = { doc, keys: keysIn(doc) };
    return read.keys.has(key);
  };
  const commentKeys = createCommentKeys(hasKey, sharedKeys);
  const isBlock = (node: Node): boolean => node.isBlock && node.type.spec.attrs?.key !== undefined;
  // A new block has no key yet, and can be commented on.
  const keyIn = (node: Node, at: number): string => String(node.attrs.key ?? `new-${at}`);
  /** The blocks that are shown. The editor searches for the element of each: few are found faster than all. */
  const blocks = (keys?: ReadonlySet<string>) => {
    const found: { readonly node: Node; readonly at: number; readonly element: HTMLElement }[] = [];
    editor.state.doc.descendants((node, at) => {
      if (node.isTextblock && !isBlock(node)) return false;
      const isWanted = isBlock(node) && (keys?.has(keyIn(node, at)) ?? true);
      const element = isWanted ? editor.view.nodeDOM(at) : null;
      if (element instanceof HTMLElement) found.push({ node, at, element });
      return !node.isTextblock;
    });
    return found;
  };
  const blockAround = (inside: globalThis.Node | null): HTMLElement | undefined => {
    const { view, state } = editor;
    if (!inside || inside === view.dom || !view.dom.contains(inside)) return undefined;
    const $at = state.doc.resolve(view.posAtDOM(inside, 0));
    const above = Array.from({ length: $at.depth }, (_, at) => $at.before($at.depth - at));
    // A block without text is after the position.
    for (const position of [$at.pos, ...above]) {
      const node = state.doc.nodeAt(position);
      const element = node && isBlock(node) ? view.nodeDOM(position) : null;
      if (element instanceof HTMLElement && element.contains(inside)) return element;
    }
    return undefined;
  };
  return {
    root: editor.view.dom,
    hasToolbar: true,
    elements: (keys) => new Map(blocks(keys).map(({ node, at, element }) => [keyIn(node, at), element])),
    blockAround,
    keyOfComment: commentKeys.keyOf,
    keyOf: async (element) => {
      await save();
      const all = blocks();
      const chosen = all.find((each) => each.element === element);
      if (!chosen) return undefined;
      // Keys are made by the parser of Markdown, which is large.
      const { storedKey } = await import('./stored-key.ts');
      return storedKey(editor.state.doc, all, chosen);
    },
    onPosted: ({ id, target }, { element }) => {
      const chosen = blocks().find((each) => each.element === element);
      if (!chosen || !target.node) return;
      const key = (chosen.node.attrs.key as string | null) ?? target.node.id;
      commentKeys.note(id, key);
      if (chosen.node.attrs.key === key) return;
      const { tr } = editor.state;
      tr.setNodeAttribute(chosen.at, 'key', key).setMeta('isFromServer', true).setMeta('addToHistory', false);
      editor.view.dispatch(tr);
    },
  };
};
