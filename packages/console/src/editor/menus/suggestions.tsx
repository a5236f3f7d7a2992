import type { Editor } from '@tiptap/core';
import { lazy, Suspense, useEffect, useState } from 'react';
import { queryIn } from './suggest-query.ts';
import type { SuggestTrigger } from './suggest-trigger.ts';

// The list of blocks and its icons are large.
const SuggestMenu = lazy(async () => ({ default: (await import('./suggest-menu.tsx')).SuggestMenu }));

/** The menu at the cursor, loaded when a slash, an at sign or a colon is typed. */
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
    editor.on('transaction', update);
    return () => void editor.off('transaction', update);
  }, [editor]);
  return isWanted ? (
    <Suspense>
      <SuggestMenu editor={editor} trigger={trigger} />
    </Suspense>
  ) : null;
};
