import { useState } from 'react';
import { call } from '../api/client.ts';
import { Button } from '../primitives/button.tsx';
import { Dialog, DialogActions } from '../primitives/dialog.tsx';
import { notify } from '../primitives/toasts.tsx';
import { SITE, type Site, type SiteParams, useSiteMutation } from './queries.ts';

/** Publishes a site, or unpublishes it after a question. */
export const PublishButton = ({ params, site }: { readonly params: SiteParams; readonly site: Site }) => {
  const [isAsking, setAsking] = useState(false);
  const publishing = useSiteMutation(() => call('POST', `${SITE}/publish`, { params }), {
    onSuccess: () => notify(`“${site.title}” was published`),
  });
  const unpublishing = useSiteMutation(() => call('POST', `${SITE}/unpublish`, { params }), {
    onSuccess: () => {
      setAsking(false);
      notify(`“${site.title}” was unpublished`, {
        action: { label: 'Undo', run: () => publishing.mutate() },
      });
    },
  });
  if (!site.published)
    return (
      <Button variant="primary" isBusy={publishing.isPending} onClick={() => publishing.mutate()}>
        Publish
      </Button>
    );
  return (
    <>
      <Button onClick={() => setAsking(true)}>Unpublish</Button>
      {isAsking && (
        <Dialog
          title={`Unpublish “${site.title}”?`}
          description="Readers can no longer open it. Its settings and spaces are kept, and you can publish it again."
          isOpen
          onClose={() => setAsking(false)}
        >
          <DialogActions>
            <Button onClick={() => setAsking(false)}>Cancel</Button>
            <Button variant="danger" isBusy={unpublishing.isPending} onClick={() => unpublishing.mutate()}>
              Unpublish
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </>
  );
};
