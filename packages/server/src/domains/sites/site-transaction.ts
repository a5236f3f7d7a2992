import type { Caller } from '../../kernel/auth/principal.ts';
import type { DatabaseTransaction } from '../../kernel/database/database.ts';
import { notFound } from '../../kernel/errors/errors.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { lockSite, type SiteSubject } from './sites.store.ts';

type Dependencies = Pick<Kernel, 'transaction' | 'events'>;

/** Records an event of a site in the current transaction. */
export type RecordSiteEvent = (action: string, payload?: Readonly<Record<string, unknown>>) => Promise<void>;

/** Creates the function that runs a change of site settings in a transaction, with the site locked. */
export const createSiteTransaction =
  ({ transaction, events }: Dependencies) =>
  <T>(
    caller: Caller,
    site: SiteSubject,
    work: (tx: DatabaseTransaction, record: RecordSiteEvent) => Promise<T>,
  ): Promise<T> =>
    transaction(async (tx) => {
      if (!(await lockSite(tx, site))) throw notFound('site');
      return work(tx, (action, payload = {}) =>
        events.record(tx, caller, {
          organizationId: site.organization_id,
          action,
          target: { type: 'site', id: site.id, label: site.title },
          payload,
        }),
      );
    });
