import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { Suspense, useState } from 'react';
import { call } from '../api/client.ts';
import type { ItemOf } from '../api/operations.ts';
import { keyOf, read, readPages } from '../api/queries.ts';
import { usePages } from '../api/use-pages.ts';
import { Button } from '../primitives/button.tsx';
import { RelativeTime } from '../primitives/relative-time.tsx';
import { ShowMore } from '../primitives/show-more.tsx';
import { notify } from '../primitives/toasts.tsx';
import { Empty } from '../settings/settings-page.tsx';
import styles from '../webhooks/webhooks.module.css';

const PATH = '/integrations/{integrationName}/events';
type Event = ItemOf<typeof PATH>;

const Replay = ({ integrationName, event }: { readonly integrationName: string; readonly event: Event }) => {
  const queries = useQueryClient();
  const replay = useMutation({
    mutationFn: () =>
      call('POST', `${PATH}/{eventId}/replay`, { params: { integrationName, eventId: event.id } }),
    onSuccess: async ({ event: { status } }) => {
      await queries.invalidateQueries({ queryKey: keyOf(PATH) });
      if (status === 'success') notify('Sent again: the script handled it.');
      else notify('Sent again: the script failed. Its log is at the top of the list.', { isError: true });
    },
    onError: ({ message }) => notify(message, { isError: true }),
  });
  return (
    <Button icon={RotateCw} isBusy={replay.isPending} onClick={() => replay.mutate()}>
      Send again
    </Button>
  );
};

const Trace = ({ integrationName, event }: { readonly integrationName: string; readonly event: Event }) => {
  const { data } = useSuspenseQuery(
    read(`${PATH}/{eventId}`, { params: { integrationName, eventId: event.id } }),
  );
  const logs = data.trace?.logs ?? [];
  return (
    <div className={styles.details}>
      <p>The event:</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards scroll it */}
      <pre className={styles.payload} tabIndex={0}>
        {JSON.stringify(event.payload, null, 2)}
      </pre>
      <p>{logs.length === 0 ? 'The script logged nothing.' : 'The log of the script:'}</p>
      {logs.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards scroll it
        <pre className={styles.payload} tabIndex={0}>
          {logs.map(({ level, message }) => `${level}: ${message}`).join('\n')}
        </pre>
      )}
      {event.replayable ? (
        <Replay integrationName={integrationName} event={event} />
      ) : (
        <p>It cannot be sent again, because the log does not keep all of it.</p>
      )}
    </div>
  );
};

const Row = ({ integrationName, event }: { readonly integrationName: string; readonly event: Event }) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <li>
      <button
        type="button"
        className={styles.delivery}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <span className={styles.badge} data-kind={event.status === 'success' ? 'succeeded' : 'failed'}>
          {event.status === 'success' ? 'Handled' : 'Failed'}
        </span>
        <span className={styles.event}>{event.payload.type}</span>
        <span className={styles.facts}>
          <RelativeTime time={event.createdAt} />
        </span>
      </button>
      {isOpen && (
        <Suspense fallback={<p className={styles.facts}>Loading…</p>}>
          <Trace integrationName={integrationName} event={event} />
        </Suspense>
      )}
    </li>
  );
};

/** The events that an integration received, newest first, with the log of its script. */
export const EventLog = ({ integrationName }: { readonly integrationName: string }) => {
  const { items, ...more } = usePages(readPages(PATH, { params: { integrationName }, query: { limit: 30 } }));
  if (items.length === 0) return <Empty>The integration received no events yet.</Empty>;
  return (
    <>
      <ol className={styles.deliveries} aria-label="Events">
        {items.map((event) => (
          <Row key={event.id} integrationName={integrationName} event={event} />
        ))}
      </ol>
      <ShowMore {...more} />
    </>
  );
};
