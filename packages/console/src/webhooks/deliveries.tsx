import { useSuspenseQuery } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { Suspense, useState } from 'react';
import { call } from '../api/client.ts';
import type { ItemOf, Response } from '../api/operations.ts';
import { read, readPages } from '../api/queries.ts';
import { usePages } from '../api/use-pages.ts';
import { Button } from '../primitives/button.tsx';
import { RelativeTime } from '../primitives/relative-time.tsx';
import { ShowMore } from '../primitives/show-more.tsx';
import { Empty } from '../settings/settings-page.tsx';
import { EVENT_WORDS, type EventType, useWebhookMutation, WEBHOOK } from './queries.ts';
import type { DeliveriesSearch } from './search.ts';
import styles from './webhooks.module.css';

const PATH = `${WEBHOOK}/deliveries` as const;
type List = Response<'GET', typeof PATH>;
type Delivery = ItemOf<typeof PATH>;

const POLL_MS = 2000;
const WORDS: Readonly<Record<Delivery['status'], string>> = {
  pending: 'Waiting',
  succeeded: 'Arrived',
  failed: 'Failed',
};

interface Key {
  readonly organizationId: string;
  readonly webhookId: string;
}

const Attempts = ({ params }: { readonly params: Key & { readonly deliveryId: string } }) => {
  const { data } = useSuspenseQuery(read(`${PATH}/{deliveryId}`, { params }));
  const redeliver = useWebhookMutation(() => call('POST', `${PATH}/{deliveryId}/redeliver`, { params }));
  return (
    <div className={styles.details}>
      {data.attempts.map(({ number, startedAt, milliseconds, statusCode, error, response }) => (
        <div key={number}>
          <p>
            Attempt {number}, <RelativeTime time={startedAt} />:{' '}
            {error ?? `status ${statusCode} after ${milliseconds} ms`}
          </p>
          {response && <pre className={styles.payload}>{response}</pre>}
        </div>
      ))}
      {data.nextAttemptAt && (
        <p>
          The next attempt is <RelativeTime time={data.nextAttemptAt} />.
        </p>
      )}
      <p>The body of the request:</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards scroll it */}
      <pre className={styles.payload} tabIndex={0}>
        {JSON.stringify(data.event, null, 2)}
      </pre>
      <Button icon={RotateCw} isBusy={redeliver.isPending} onClick={() => redeliver.mutate()}>
        Send again
      </Button>
    </div>
  );
};

const Row = ({ params, delivery }: { readonly params: Key; readonly delivery: Delivery }) => {
  const [isOpen, setOpen] = useState(false);
  const { id, eventType, status, attemptCount, createdAt } = delivery;
  return (
    <li>
      <button
        type="button"
        className={styles.delivery}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <span className={styles.badge} data-kind={status}>
          {WORDS[status]}
        </span>
        <span className={styles.event}>
          {eventType === 'ping' ? 'Test event' : (EVENT_WORDS[eventType as EventType] ?? eventType)}
        </span>
        <span className={styles.facts}>
          <RelativeTime time={createdAt} />
          {attemptCount > 1 && `, ${attemptCount} attempts`}
        </span>
      </button>
      {isOpen && (
        <Suspense fallback={<p className={styles.facts}>Loading…</p>}>
          <Attempts params={{ ...params, deliveryId: id }} />
        </Suspense>
      )}
    </li>
  );
};

/** The deliveries of a webhook, newest first, with their attempts. */
export const Deliveries = ({
  params,
  search,
}: {
  readonly params: Key;
  readonly search: DeliveriesSearch;
}) => {
  const { items, ...more } = usePages({
    ...readPages(PATH, { params, query: { limit: 30, ...search } }),
    refetchInterval: ({ state }) => {
      const [first] = (state.data?.pages ?? []) as List[];
      return first?.items.some(({ status }) => status === 'pending') ? POLL_MS : false;
    },
  });
  if (items.length === 0)
    return <Empty>{search.status ? 'No delivery has this status.' : 'Nothing was sent yet.'}</Empty>;
  return (
    <>
      <ol className={styles.deliveries} aria-label="Deliveries">
        {items.map((delivery) => (
          <Row key={delivery.id} params={params} delivery={delivery} />
        ))}
      </ol>
      <ShowMore {...more} />
    </>
  );
};
