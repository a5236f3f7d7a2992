import { clientNetwork } from '../../../kernel/client-network.ts';
import type { PageRequest } from '../../../kernel/contract/paging.ts';
import { SYSTEM } from '../../../kernel/events/events.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import { createRateLimit } from '../../../kernel/rate-limit.ts';
import type { Visit } from '../site/visit.ts';
import { type FeedbackFilter, type FeedbackRow, insertFeedback, listFeedback } from './feedback.store.ts';

type Dependencies = Pick<Kernel, 'db' | 'transaction' | 'clock' | 'newId' | 'events'>;

/** Feedback of a reader. */
export type NewFeedback = Pick<FeedbackRow, 'source'> &
  Partial<Omit<FeedbackRow, 'organization_id' | 'id' | 'site_id' | 'source' | 'created_at'>>;

// Per IP address, which many readers may share.
const MAX_PER_MINUTE = 20;

/** Makes the service for feedback of readers. */
export const createFeedbackService = ({ db, transaction, clock, newId, events }: Dependencies) => {
  const limit = createRateLimit(MAX_PER_MINUTE, () => clock.now().getTime());
  return {
    /** Stores feedback from an IP address. */
    create: async ({ site }: Visit, address: string, feedback: NewFeedback): Promise<void> => {
      limit.consume(`${site.id} ${clientNetwork(address)}`);
      await transaction(async (tx) => {
        const id = newId();
        await insertFeedback(tx, {
          site_space_id: null,
          space_id: null,
          page_id: null,
          rating: null,
          comment: null,
          page_url: null,
          goal: null,
          ...feedback,
          organization_id: site.organization,
          site_id: site.id,
          id,
          created_at: clock.now(),
        });
        await events.record(tx, SYSTEM, {
          organizationId: site.organization,
          action: 'site.feedback-received',
          target: { type: 'site', id: site.id, label: site.title },
          payload: { feedback: id, source: feedback.source, rating: feedback.rating ?? null },
        });
      });
    },

    list: (
      site: { readonly organization_id: string; readonly id: string },
      filter: FeedbackFilter,
      page: PageRequest,
    ) => listFeedback(db, site, filter, page),
  };
};

/** Feedback of readers. */
export type FeedbackService = ReturnType<typeof createFeedbackService>;
