import { useQueryClient } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { useEffect } from 'react';
import { keyOf } from '../api/queries.ts';
import { Button } from '../primitives/button.tsx';
import { notify } from '../primitives/toasts.tsx';
import { ProposeTextButton } from '../unsaved/propose-text-button.tsx';
import { copyText } from '../unsaved/rescue-text.ts';
import styles from './page-editor.module.css';
import type { EditedPlace } from './saving/draft-address.ts';
import type { PageSaver } from './saving/page-saver.ts';

/** Tells that the text cannot be saved where it is written any more, and offers to propose it. */
export const ClosedNotice = ({
  place,
  title,
  message,
  saver,
}: {
  readonly place: EditedPlace;
  readonly title: string;
  /** Why the server has refused the text, if it was asked. */
  readonly message: string | undefined;
  readonly saver: PageSaver;
}) => {
  const queries = useQueryClient();
  useEffect(() => {
    // The rest of the screen still offers to edit.
    void queries.invalidateQueries({ queryKey: keyOf('/spaces/{spaceId}') });
  }, [queries]);
  const reason =
    place.changeRequestId === undefined
      ? 'This space was locked while you were writing'
      : 'This change request can no longer be changed';
  const copy = () =>
    copyText(saver.draft().document).then(
      () => notify('The text was copied'),
      (error: Error) => notify(error.message, { isError: true }),
    );
  return (
    <div role="alert" className={styles.notice}>
      <p>{message ?? reason}. Your text is kept in this browser.</p>
      <ProposeTextButton
        place={place}
        title={title}
        readDrafts={async () => [saver.draft()]}
        onProposed={saver.discard}
      />
      <Button icon={Copy} onClick={() => void copy()}>
        Copy the text
      </Button>
    </div>
  );
};
