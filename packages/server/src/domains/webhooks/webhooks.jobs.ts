import type { RecordedEvent } from '../../kernel/events/events.ts';
import { MAX_CONCURRENT } from '../../kernel/jobs/fair-dispatcher.ts';
import type { JobDefinition } from '../../kernel/jobs/jobs.ts';
import { ANNOUNCED_ACTIONS } from '../announcements/index.ts';
import { DELIVER, type DeliveriesService } from './deliveries/deliveries.service.ts';
import type { SendingService } from './sending/sending.service.ts';
import type { WebhookKey } from './webhooks.store.ts';

/** Telling webhooks, and forgetting what they were told. */
export const webhooksJobs = (deliveries: DeliveriesService, sending: SendingService): JobDefinition[] => [
  {
    name: 'webhooks.announce',
    on: ANNOUNCED_ACTIONS,
    concurrency: 2,
    expireInSeconds: 60,
    run: (event) => deliveries.announce(event as unknown as RecordedEvent),
  },
  {
    name: DELIVER,
    concurrency: MAX_CONCURRENT,
    expireInSeconds: 60,
    run: (key) => sending.run(key as unknown as WebhookKey),
  },
  { name: 'webhooks.resume', cron: '* * * * *', retryLimit: 0, run: () => sending.resume() },
  { name: 'webhooks.remove-old', cron: '53 2 * * *', run: () => sending.removeOld() },
];
