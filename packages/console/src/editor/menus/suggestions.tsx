import type { Editor } from '@tiptap/core';
import { Suspense, useEffect, useState } from 'react';
import { lazyPart } from '../../primitives/lazy-part.ts';
import { queryIn } from './suggest-query.ts';
import type { SuggestTrigger } from './suggest-trigger.ts';

// The list of blocks and its icons are large.
const load = () => import('./suggest-menu.tsx');
const SuggestMenu = lazyPart(async () => (await load()).SuggestMenu);

/** The menu at the cursor, opened when a slash, an at sign or a colon is typed. */
export const Suggestions = ({
  editor,
  trigger,
}: {
  readonly editor: Editor;
  readonly trigger: SuggestTrigger;
}) => {
  const [isWanted, setWanted] = useState(false);
  useEffect(() => {
    const update = () => void (queryIn(editor.state) && setWanted(true));
    // Loaded before it is needed, so that who types fast has it.
    const prepare = () => void load().catch(() => undefined);
    editor.on('transaction', update);
    editor.on('focus', prepare);
    return () => {
      editor.off('transaction', update);
      editor.off('focus', prepare);
    };
  }, [editor]);
  return isWanted ? (
    <Suspense>
      <SuggestMenu editor={editor} trigger={trigger} />
    </Suspense>
  ) : null;
};
