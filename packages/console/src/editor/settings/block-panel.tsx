import type { Editor } from '@tiptap/core';
import type { Transaction } from '@tiptap/pm/state';
import { Suspense, useEffect, useState } from 'react';
import { lazyPart } from '../../primitives/lazy-part.ts';
import { followNode } from './follow-node.ts';

// Its forms for all kinds of blocks are needed when it is opened.
const BlockPopover = lazyPart(async () => (await import('./block-popover.tsx')).BlockPopover);

/** Shows the settings of the block that was asked for. */
export const BlockPanel = ({ editor }: { readonly editor: Editor }) => {
  const [position, setPosition] = useState<number>();
  const [, setCount] = useState(0);
  const [isWanted, setWanted] = useState(false);
  useEffect(() => {
    const { settings } = editor.storage;
    settings.open = (at) => {
      setWanted(true);
      setPosition(at);
    };
    return () => {
      settings.open = () => undefined;
    };
  }, [editor]);
  const isOpen = position !== undefined;
  useEffect(() => {
    if (!isOpen) return;
    const follow = ({ transaction }: { transaction: Transaction }) => {
      if (!transaction.docChanged) return;
      // Something may be written above the block; the block itself may be replaced by another version.
      setPosition((at) => (at === undefined ? at : followNode(transaction, at)));
      setCount((count) => count + 1);
    };
    editor.on('transaction', follow);
    return () => void editor.off('transaction', follow);
  }, [editor, isOpen]);
  const node = position === undefined ? null : editor.state.doc.nodeAt(position);
  return isWanted ? (
    <Suspense>
      <BlockPopover
        editor={editor}
        position={position}
        node={node}
        onOther={setPosition}
        onClose={() => setPosition(undefined)}
      />
    </Suspense>
  ) : null;
};
