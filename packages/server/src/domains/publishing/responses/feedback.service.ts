import type { PageRequest } from '../../../kernel/contract/paging.ts';
import { SYSTEM } from '../../../kernel/events/events.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import { createRateLimit } from '../../../kernel/rate-limit.ts';
import type { Visit } from '../rendering/layout.ts';
import { type FeedbackFilter, type FeedbackRow, insertFeedback, listFeedback } from './feedback.store.ts';

type Dependencies = Pick<Kernel, 'db' | 'transaction' | 'clock' | 'newId' | 'events'>;

/** What a reader says, and of what. */
export type Opinion = Pick<FeedbackRow, 'source'> &
  Partial<Omit<FeedbackRow, 'organization_id' | 'id' | 'site_id' | 'source' | 'created_at'>>;

// Many readers may come by one address, but a person says something only now and then.
const MOST_A_MINUTE = 20;

/** What readers say of sites. */
export const createFeedbackService = ({ db, transaction, clock, newId, events }: Dependencies) => {
  const limit = createRateLimit(MOST_A_MINUTE, () => clock.now().getTime());
  return {
    /** Keeps what a reader says. */
    give: async ({ site }: Visit, address: string, opinion: Opinion): Promise<void> => {
      limit.consume(`${site.id} ${address}`);
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
          ...opinion,
          organization_id: site.organization,
          site_id: site.id,
          id,
          created_at: clock.now(),
        });
        await events.record(tx, SYSTEM, {
          organizationId: site.organization,
          action: 'site.feedback-received',
          target: { type: 'site', id: site.id, label: site.title },
          payload: { feedback: id, source: opinion.source, rating: opinion.rating ?? null },
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

/** What readers say of sites. */
export type FeedbackService = ReturnType<typeof createFeedbackService>;
