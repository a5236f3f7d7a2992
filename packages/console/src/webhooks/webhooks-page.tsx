import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { Plus, Webhook as WebhookIcon } from 'lucide-react';
import { useState } from 'react';
import { call } from '../api/client.ts';
import { readPages } from '../api/queries.ts';
import { usePages } from '../api/use-pages.ts';
import { Button } from '../primitives/button.tsx';
import { Dialog } from '../primitives/dialog.tsx';
import { ShowMore } from '../primitives/show-more.tsx';
import rows from '../settings/rows.module.css';
import { Empty, SettingsPage } from '../settings/settings-page.tsx';
import { EVENT_WORDS, useWebhookMutation, WEBHOOKS } from './queries.ts';
import { SecretDialog } from './secret-dialog.tsx';
import { type WebhookFields, WebhookForm } from './webhook-form.tsx';
import { WebhookState } from './webhook-state.tsx';

const Webhooks = ({ organizationId }: { readonly organizationId: string }) => {
  const { items, ...more } = usePages(
    readPages(WEBHOOKS, { params: { organizationId }, query: { limit: 50 } }),
  );
  if (items.length === 0)
    return <Empty>There are no webhooks yet. A webhook tells another program what happens here.</Empty>;
  return (
    <>
      <ul className={rows.rows} aria-label="Webhooks">
        {items.map((webhook) => (
          <li key={webhook.id} className={rows.row}>
            <WebhookIcon size={18} strokeWidth={1.75} aria-hidden="true" />
            <span className={rows.about}>
              <span className={rows.name}>
                <Link
                  to="/o/$organizationId/~/settings/webhooks/$webhookId"
                  params={{ organizationId, webhookId: webhook.id }}
                >
                  {webhook.description || webhook.url}
                </Link>
                <WebhookState webhook={webhook} />
              </span>
              <span className={rows.facts}>
                {webhook.description && `${webhook.url} · `}
                {webhook.events.map((type) => EVENT_WORDS[type] ?? type).join(', ')}
              </span>
            </span>
          </li>
        ))}
      </ul>
      <ShowMore {...more} />
    </>
  );
};

/** `/o/$organizationId/~/settings/webhooks`: the webhooks of an organization. */
export const WebhooksRoute = () => {
  const params = useParams({ from: '/o/$organizationId/~/settings/webhooks' });
  const navigate = useNavigate();
  const [isAdding, setAdding] = useState(false);
  const [created, setCreated] = useState<{ readonly id: string; readonly secret: string }>();
  const create = useWebhookMutation((body: WebhookFields) => call('POST', WEBHOOKS, { params, body }), {
    isForm: true,
    onSuccess: (made) => {
      setAdding(false);
      setCreated(made);
    },
  });
  return (
    <SettingsPage
      title="Webhooks"
      description="Requests to other programs when something happens, signed and repeated until they arrive."
      isWide
      action={
        <Button variant="primary" icon={Plus} onClick={() => setAdding(true)}>
          New webhook
        </Button>
      }
    >
      <Webhooks organizationId={params.organizationId} />
      {isAdding && (
        <Dialog title="New webhook" isOpen onClose={() => setAdding(false)}>
          <WebhookForm
            error={create.error}
            isPending={create.isPending}
            onCancel={() => setAdding(false)}
            onSave={(fields) => create.mutate(fields)}
          />
        </Dialog>
      )}
      {created && (
        <SecretDialog
          secret={created.secret}
          onClose={() =>
            void navigate({
              to: '/o/$organizationId/~/settings/webhooks/$webhookId',
              params: { ...params, webhookId: created.id },
            })
          }
        />
      )}
    </SettingsPage>
  );
};
