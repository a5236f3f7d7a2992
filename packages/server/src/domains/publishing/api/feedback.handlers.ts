import type { Static } from 'typebox';
import type { Handlers } from '../../../kernel/contract/operation.ts';
import { listOf } from '../../../kernel/contract/paging.ts';
import type { FeedbackService } from '../responses/feedback.service.ts';
import type { FeedbackRow } from '../responses/feedback.store.ts';
import type { feedbackContract } from './feedback.contract.ts';

type SiteFeedback = Static<(typeof feedbackContract)['listSiteFeedback']['responses'][200]>['items'][number];

const toSiteFeedback = (row: FeedbackRow): SiteFeedback => ({
  object: 'site-feedback',
  id: row.id,
  source: row.source as SiteFeedback['source'],
  createdAt: row.created_at.toISOString(),
  ...(row.rating !== null && { rating: row.rating as NonNullable<SiteFeedback['rating']> }),
  ...(row.comment !== null && { comment: row.comment }),
  ...(row.goal !== null && { goal: row.goal }),
  ...(row.site_space_id !== null && { siteSpace: row.site_space_id }),
  ...(row.space_id !== null && { space: row.space_id }),
  ...(row.page_id !== null && { page: row.page_id }),
  ...(row.page_url !== null && { pageUrl: row.page_url }),
});

/** Handlers of feedback operations. */
export const feedbackHandlers = (feedback: FeedbackService): Handlers<typeof feedbackContract> => ({
  listSiteFeedback: async ({ subject, query, page }) =>
    listOf(page, await feedback.list(subject, query, page), (row) => [row.id], toSiteFeedback),
});
