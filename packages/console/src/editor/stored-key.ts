import { type Block, type Document, withKeys } from '@lectern/document';
import type { Node } from '@tiptap/pm/model';
import { toDocument } from '../../../document/src/editor/document.ts';
import type { EditorNode } from '../../../document/src/editor/editor-node.ts';
import { asStored } from '../../../document/src/editor/merge-versions.ts';

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

/** A block of the editor at its position. */
interface Placed {
  readonly node: Node;
  readonly at: number;
}

/** The key that the server gives a block when the document is stored. */
export const storedKey = (doc: Node, all: readonly Placed[], chosen: Placed): string | undefined => {
  const content = contentOfNode(chosen.node);
  if (content === undefined) return undefined;
  const stored = asStored(toDocument(doc.toJSON() as EditorNode));
  const keys = keysIn(stored.nodes).filter((key) => contentOf(key) === content);
  if (keys.length <= 1) return keys[0];
  const before = all.filter(({ node, at }) => at < chosen.at && contentOfNode(node) === content).length;
  return keys[Math.min(before, keys.length - 1)];
};
