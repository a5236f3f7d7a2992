import { useQueryClient } from '@tanstack/react-query';
import { Copy, FilePlus, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { refreshContent } from '../pages/content-place.ts';
import { Button } from '../primitives/button.tsx';
import { notify } from '../primitives/toasts.tsx';
import { ProposeTextButton } from '../unsaved/propose-text-button.tsx';
import { copyText, restorePage } from '../unsaved/rescue-text.ts';
import { useSaveAsNew } from '../unsaved/use-save-as-new.ts';
import styles from './page-editor.module.css';
import type { EditedPlace } from './saving/draft-address.ts';
import type { PageSaver } from './saving/page-saver.ts';

/** Tells that the page was deleted by somebody else, and offers what can be done with the text. */
export const DeletedNotice = ({
  place,
  title,
  saver,
}: {
  readonly place: EditedPlace;
  readonly title: string;
  readonly saver: PageSaver;
}) => {
  const queries = useQueryClient();
  const saveAsNew = useSaveAsNew(place);
  const [isBusy, setBusy] = useState(false);
  const run = (work: () => Promise<unknown>) => async () => {
    setBusy(true);
    await work().catch((error: Error) => notify(error.message, { isError: true }));
    setBusy(false);
  };
  const restore = run(async () => {
    await restorePage(place);
    await saver.flush();
    document.querySelector<HTMLElement>('.ProseMirror')?.focus();
    await refreshContent(queries);
  });
  const insert = run(async () => {
    await saveAsNew(title, saver.draft().document, saver.discard);
  });
  const copy = run(async () => {
    await copyText(saver.draft().document);
    notify('The text was copied');
  });
  return (
    <div role="alert" className={styles.notice}>
      <p>
        {place.isReusable ? 'This reusable content was deleted.' : 'This page was deleted.'} Your text is kept
        in this browser.
      </p>
      {!place.isReusable && (
        <Button variant="primary" icon={RotateCcw} isBusy={isBusy} onClick={() => void restore()}>
          Restore the page
        </Button>
      )}
      <Button icon={FilePlus} isBusy={isBusy} onClick={() => void insert()}>
        {place.isReusable ? 'New reusable content' : 'New page'}
      </Button>
      <ProposeTextButton
        place={place}
        title={title}
        isPrimary={false}
        readDrafts={async () => [saver.draft()]}
        onProposed={saver.discard}
      />
      <Button icon={Copy} isBusy={isBusy} onClick={() => void copy()}>
        Copy the text
      </Button>
    </div>
  );
};
