import type { Caller } from '../../../kernel/auth/principal.ts';
import { translateDatabaseError } from '../../../kernel/database/database-errors.ts';
import { invalid } from '../../../kernel/errors/errors.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { CountsService } from '../counts/counts.service.ts';
import { createEventBuffer } from './event-buffer.ts';
import { type EventRow, type NewSiteEvent, toEventRow } from './event-row.ts';
import {
  createEventDay,
  deleteSiteEvents,
  deleteVisitorEvents,
  insertEvents,
  listEventDays,
} from './site-events.store.ts';
import type { SiteKey, VisitorIds } from './visitor-ids.ts';

interface Dependencies extends Pick<Kernel, 'db' | 'transaction' | 'events' | 'warn'> {
  readonly visitorIds: VisitorIds;
  readonly counts: Pick<CountsService, 'recount'>;
}

/** How a visitor is named who wants to be forgotten. */
export interface VisitorName {
  readonly visitorId?: string | undefined;
  readonly address?: string | undefined;
  readonly userAgent?: string | undefined;
}

/** Stores events of site visitors. */
export const createSiteEventsService = ({
  db,
  transaction,
  events,
  warn,
  visitorIds,
  counts,
}: Dependencies) => {
  const knownDays = new Set<string>();

  const write = async (rows: readonly EventRow[]): Promise<void> => {
    for (const day of new Set(rows.map(({ happened_at }) => happened_at.slice(0, 10)))) {
      if (knownDays.has(day)) continue;
      await transaction((tx) => createEventDay(tx, day));
      knownDays.add(day);
    }
    await insertEvents(db, rows);
  };
  const buffer = createEventBuffer({
    write,
    isBadItem: (error) => translateDatabaseError(error)?.status === 400,
    onDrop: (count, err) => warn({ count, err }, 'events of site visitors were dropped'),
  });

  /** The hash of a visitor on a day. */
  const hashOn = (site: SiteKey, day: string, { visitorId, address, userAgent }: VisitorName): bigint =>
    visitorIds.visitorHash(site, day, visitorId ?? visitorIds.anonymousId(site, day, address!, userAgent!));

  return {
    /** Stores events soon, together with others. */
    record: (site: SiteKey, all: readonly NewSiteEvent[]): void =>
      buffer.add(all.map((event) => toEventRow(site, event, visitorIds.hashesOf(site, event)))),

    /** Stores the events that were recorded in this process so far. */
    flush: buffer.flush,

    /** Erases the events of a visitor, and counts the days anew; returns the number of events. */
    erase: async (caller: Caller, site: SiteKey, visitor: VisitorName): Promise<number> => {
      if (visitor.visitorId === undefined && visitor.address === undefined)
        throw invalid({ path: 'body.visitorId', message: 'is required, or an IP address and a user agent' });
      if (visitor.visitorId === undefined && visitor.userAgent === undefined)
        throw invalid({ path: 'body.userAgent', message: 'is required with an IP address' });
      await buffer.flush();
      let erased = 0;
      for (const day of await listEventDays(db)) {
        const count = await transaction((tx) =>
          deleteVisitorEvents(tx, site, day, hashOn(site, day, visitor)),
        );
        if (count > 0) await counts.recount(site, day);
        erased += count;
      }
      await transaction((tx) =>
        events.record(tx, caller, {
          organizationId: site.organization_id,
          action: 'site.visitor-erased',
          target: { type: 'site', id: site.id },
          payload: { events: erased },
        }),
      );
      return erased;
    },

    /** Deletes the events of a deleted site. */
    removeSite: (site: SiteKey): Promise<void> => transaction((tx) => deleteSiteEvents(tx, site)),
  };
};

/** Service that stores events of site visitors. */
export type SiteEventsService = ReturnType<typeof createSiteEventsService>;
