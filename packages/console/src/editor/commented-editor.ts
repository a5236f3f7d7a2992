import { type Block, type Document, withKeys } from '@lectern/document';
import type { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import type { CommentedText } from '../comments/commented-text.ts';
import type { EditorNode } from './conversion/editor-node.ts';
import { toDocument } from './document.ts';
import { asStored } from './saving/merge-versions.ts';

/** The keys of all blocks, in reading order. */
const keysIn = (nodes: Document['nodes']): readonly string[] =>
  nodes.flatMap((block): readonly string[] => [
    ...(block.key === undefined ? [] : [block.key]),
    ...keysIn((block.nodes ?? []).filter((node): node is Block => node.object === 'block')),
    ...(block.fragments ?? []).flatMap(({ nodes: inner }) =>
      keysIn(inner.filter((node): node is Block => node.object === 'block')),
    ),
  ]);

// Keys are hashes of the content; equal blocks of one page are numbered.
const contentOf = (key: string): string => key.split('-', 1)[0]!;

/** The hash of the content of a block of the editor. */
const contentOfNode = (node: Node): string | undefined => {
  const document = asStored(toDocument({ type: 'doc', content: [node.toJSON() as EditorNode] }));
  const key = withKeys(document).nodes[0]?.key;
  return key === undefined ? undefined : contentOf(key);
};

/** The text of an editor for comments on it. Blocks keep the key that they were loaded with while they are edited. */
export const commentedEditor = (editor: Editor, save: () => Promise<void>): CommentedText => {
  const known = new Map<string, string>();
  const isBlock = (node: Node): boolean => node.isBlock && node.type.spec.attrs?.key !== undefined;
  const blocks = () => {
    const found: { readonly node: Node; readonly at: number; readonly element: HTMLElement }[] = [];
    editor.state.doc.descendants((node, at) => {
      if (node.isTextblock && !isBlock(node)) return false;
      const element = isBlock(node) ? editor.view.nodeDOM(at) : null;
      if (element instanceof HTMLElement) found.push({ node, at, element });
      return !node.isTextblock;
    });
    return found;
  };
  // A new block has no key yet, and can be commented on.
  const keyIn = (node: Node, at: number): string => String(node.attrs.key ?? `new-${at}`);
  return {
    root: editor.view.dom,
    elements: () => new Map(blocks().map(({ node, at, element }) => [keyIn(node, at), element])),
    keyOfComment: (commentId) => known.get(commentId),
    keyOf: async (element) => {
      await save();
      const all = blocks();
      const chosen = all.find((each) => each.element === element);
      const content = chosen && contentOfNode(chosen.node);
      if (!chosen || content === undefined) return undefined;
      const stored = asStored(toDocument(editor.state.doc.toJSON() as EditorNode));
      const keys = keysIn(stored.nodes).filter((key) => contentOf(key) === content);
      if (keys.length <= 1) return keys[0];
      const before = all.filter(({ node, at }) => at < chosen.at && contentOfNode(node) === content).length;
      return keys[Math.min(before, keys.length - 1)];
    },
    onPosted: ({ id, target }, { element }) => {
      const chosen = blocks().find((each) => each.element === element);
      if (!chosen || !target.node) return;
      const key = (chosen.node.attrs.key as string | null) ?? target.node.id;
      known.set(id, key);
      if (chosen.node.attrs.key === key) return;
      const { tr } = editor.state;
      tr.setNodeAttribute(chosen.at, 'key', key).setMeta('isFromServer', true).setMeta('addToHistory', false);
      editor.view.dispatch(tr);
    },
  };
};
