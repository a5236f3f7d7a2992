import type { Handlers } from '../../../kernel/contract/operation.ts';
import { listOf } from '../../../kernel/contract/paging.ts';
import type { missesContract } from './misses.contract.ts';
import type { MissesService } from './misses.service.ts';

/** Maps operations to service calls and responses. */
export const missesHandlers = (misses: MissesService): Handlers<typeof missesContract> => ({
  listSiteMisses: async ({ subject, query, page }) =>
    listOf(
      page,
      await misses.list(subject, query.kind ?? 'path', page),
      ({ count, text }) => [count, text],
      ({ kind, text, count, last_at }) => ({
        object: 'site-miss' as const,
        kind,
        text,
        count,
        lastAt: last_at.toISOString(),
      }),
    ),
  dismissSiteMiss: async ({ subject, body }) => {
    await misses.remove(subject, body);
    return undefined;
  },
});
