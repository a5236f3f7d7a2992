import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { ArrowLeft, KeyRound, Pencil, Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { call } from '../api/client.ts';
import { read } from '../api/queries.ts';
import { Button } from '../primitives/button.tsx';
import { Dialog, DialogActions } from '../primitives/dialog.tsx';
import { RelativeTime } from '../primitives/relative-time.tsx';
import { Select } from '../primitives/select.tsx';
import { Switch } from '../primitives/switch.tsx';
import { notify } from '../primitives/toasts.tsx';
import rows from '../settings/rows.module.css';
import { Loading, SettingsPage, SettingsSection } from '../settings/settings-page.tsx';
import { Deliveries } from './deliveries.tsx';
import { EVENT_WORDS, useWebhookMutation, WEBHOOK } from './queries.ts';
import { RotateDialog } from './rotate-dialog.tsx';
import { type DeliveriesSearch, deliveriesSearch } from './search.ts';
import { SecretDialog } from './secret-dialog.tsx';
import { type WebhookFields, WebhookForm } from './webhook-form.tsx';
import { WebhookState } from './webhook-state.tsx';
import styles from './webhooks.module.css';

const ROUTE = '/o/$organizationId/~/settings/webhooks/$webhookId';
const POLL_MS = 5000;
const FILTERS = [
  { id: '', label: 'All deliveries' },
  { id: 'failed', label: 'Failed' },
  { id: 'pending', label: 'Waiting' },
  { id: 'succeeded', label: 'Arrived' },
] as const;

const Page = ({
  params,
  search,
}: {
  readonly params: { readonly organizationId: string; readonly webhookId: string };
  readonly search: DeliveriesSearch;
}) => {
  const navigate = useNavigate();
  const { organizationId } = params;
  // The server switches a webhook off by itself.
  const { data: webhook } = useSuspenseQuery({ ...read(WEBHOOK, { params }), refetchInterval: POLL_MS });
  const [dialog, setDialog] = useState<'edit' | 'rotate' | 'delete'>();
  const [secret, setSecret] = useState<string>();
  const close = () => setDialog(undefined);
  const update = useWebhookMutation(
    (body: Partial<WebhookFields> & { enabled?: boolean }) => call('PATCH', WEBHOOK, { params, body }),
    { isForm: true, onSuccess: close },
  );
  const ping = useWebhookMutation(() => call('POST', `${WEBHOOK}/ping`, { params }), {
    onSuccess: () => notify('A test event was sent'),
  });
  const remove = useWebhookMutation(() => call('DELETE', WEBHOOK, { params }), {
    onSuccess: () => {
      notify('The webhook was deleted');
      void navigate({ to: '/o/$organizationId/~/settings/webhooks', params: { organizationId } });
    },
  });
  return (
    <>
      <Link to="/o/$organizationId/~/settings/webhooks" params={{ organizationId }} className={rows.back}>
        <ArrowLeft size={14} aria-hidden="true" /> Webhooks
      </Link>
      <div className={rows.heading}>
        <h1>{webhook.description || webhook.url}</h1>
        <WebhookState webhook={webhook} />
        <span className={styles.tools}>
          {webhook.enabled && (
            <Button icon={Send} isBusy={ping.isPending} onClick={() => ping.mutate()}>
              Send a test event
            </Button>
          )}
          <Button icon={Pencil} onClick={() => setDialog('edit')}>
            Change…
          </Button>
        </span>
      </div>
      <p className={styles.facts}>
        {webhook.description && `${webhook.url} · `}
        {webhook.events.map((type) => EVENT_WORDS[type] ?? type).join(', ')}
      </p>
      <SettingsSection
        title="Deliveries"
        action={
          <Select
            aria-label="Status of deliveries"
            options={FILTERS}
            value={search.status ?? ''}
            onChoose={(status) =>
              void navigate({ to: ROUTE, params, search: deliveriesSearch({ status }), replace: true })
            }
          />
        }
      >
        <Loading id={search.status ?? ''}>
          <Deliveries key={search.status ?? ''} params={params} search={search} />
        </Loading>
      </SettingsSection>
      <SettingsSection title="Settings">
        <Switch
          label="Send events"
          description="While it is off, events are not kept for later."
          isOn={webhook.enabled}
          isDisabled={update.isPending}
          onChange={(enabled) => update.mutate({ enabled })}
        />
        <div className={rows.danger}>
          <p>
            {webhook.previousSecretUntil ? (
              <>
                Requests are signed with the old secret as well; it ends{' '}
                <RelativeTime time={webhook.previousSecretUntil} />.
              </>
            ) : (
              'It signs requests, so that the receiver knows that they come from here.'
            )}
          </p>
          <Button icon={KeyRound} onClick={() => setDialog('rotate')}>
            Replace the secret…
          </Button>
        </div>
      </SettingsSection>
      <SettingsSection title="Delete" isDangerous>
        <div className={rows.danger}>
          <p>The webhook and its deliveries are deleted.</p>
          <Button variant="danger" icon={Trash2} onClick={() => setDialog('delete')}>
            Delete…
          </Button>
        </div>
      </SettingsSection>
      {dialog === 'edit' && (
        <Dialog title="Change the webhook" isOpen onClose={close}>
          <WebhookForm
            webhook={webhook}
            error={update.error}
            isPending={update.isPending}
            onCancel={close}
            onSave={(fields) => update.mutate(fields)}
          />
        </Dialog>
      )}
      {dialog === 'rotate' && (
        <RotateDialog
          params={params}
          onRotated={(rotated) => {
            close();
            setSecret(rotated);
          }}
          onClose={close}
        />
      )}
      {dialog === 'delete' && (
        <Dialog title="Delete the webhook?" description="It cannot be restored." isOpen onClose={close}>
          <DialogActions>
            <Button onClick={close}>Cancel</Button>
            <Button variant="danger" isBusy={remove.isPending} onClick={() => remove.mutate()}>
              Delete
            </Button>
          </DialogActions>
        </Dialog>
      )}
      {secret !== undefined && <SecretDialog secret={secret} onClose={() => setSecret(undefined)} />}
    </>
  );
};

/** `/o/$organizationId/~/settings/webhooks/$webhookId`: a webhook and its deliveries. */
export const WebhookRoute = () => {
  const params = useParams({ from: ROUTE });
  const search = useSearch({ from: ROUTE });
  return (
    <SettingsPage isWide>
      <Page key={params.webhookId} params={params} search={search} />
    </SettingsPage>
  );
};
