import { type FormEvent, useState } from 'react';
import { call } from '../api/client.ts';
import { Button } from '../primitives/button.tsx';
import { Choices } from '../primitives/choices.tsx';
import { Dialog, DialogActions } from '../primitives/dialog.tsx';
import { FormError } from '../primitives/field.tsx';
import { useWebhookMutation, WEBHOOK } from './queries.ts';

const KEPT_HOURS = 24;
const CHANGEOVERS = [
  {
    id: 'later',
    title: 'The old secret ends in a day',
    description: 'Requests are signed with both until then, so that none is lost while the receiver changes.',
  },
  {
    id: 'now',
    title: 'The old secret ends now',
    description: 'If somebody else may know it. Receivers refuse requests until they have the new one.',
  },
] as const;

/** Asks how the secret of a webhook is replaced, and replaces it. */
export const RotateDialog = ({
  params,
  onRotated,
  onClose,
}: {
  readonly params: { readonly organizationId: string; readonly webhookId: string };
  readonly onRotated: (secret: string) => void;
  readonly onClose: () => void;
}) => {
  const [changeover, setChangeover] = useState<(typeof CHANGEOVERS)[number]['id']>('later');
  const rotate = useWebhookMutation(
    () =>
      call('POST', `${WEBHOOK}/rotate-secret`, {
        params,
        body: { keepPreviousHours: changeover === 'later' ? KEPT_HOURS : 0 },
      }),
    { isForm: true, onSuccess: ({ secret }) => onRotated(secret) },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!rotate.isPending) rotate.mutate();
  };
  return (
    <Dialog title="Replace the secret?" isOpen onClose={onClose}>
      <form onSubmit={submit}>
        <Choices
          legend="The old secret"
          name="changeover"
          choices={CHANGEOVERS}
          value={changeover}
          onChange={setChangeover}
        />
        <FormError error={rotate.error} />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="danger" isBusy={rotate.isPending}>
            Replace
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
};
