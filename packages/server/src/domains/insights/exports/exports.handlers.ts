import type { Handlers } from '../../../kernel/contract/operation.ts';
import type { exportsContract } from './exports.contract.ts';
import type { ExportsService } from './exports.service.ts';

/** Maps operations to the service, and its results to responses. */
export const exportsHandlers = (events: ExportsService): Handlers<typeof exportsContract> => ({
  exportSiteEvents: async ({ caller, subject, params: { day } }) => ({
    contentType: 'application/gzip',
    name: `events-${day}.csv.gz`,
    content: await events.exportDay(caller.principal.userId, subject, day),
  }),
});
