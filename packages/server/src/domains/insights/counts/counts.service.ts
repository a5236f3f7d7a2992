import type { DatabaseTransaction } from '../../../kernel/database/database.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import { createEventDay, dropEventDay, endOfDay, listEventDays } from '../events/site-events.store.ts';
import { dayOf, type SiteKey } from '../events/visitor-ids.ts';
import {
  type Bucket,
  countBucket,
  deleteCountsBefore,
  findProgress,
  type Grain,
  lockProgress,
  updateProgress,
} from './counts.store.ts';
import { countPageDay, deletePageDaysBefore } from './page-counts.store.ts';

type Dependencies = Pick<Kernel, 'db' | 'transaction' | 'clock' | 'limits'>;

const HOUR_MS = 60 * 60 * 1000;
const LENGTH_MS: Readonly<Record<Grain, number>> = { hour: HOUR_MS, day: 24 * HOUR_MS };
// Clients may send events up to five minutes late, and batches wait for the database.
const LATE_MS = 10 * 60 * 1000;
const DAYS_AHEAD = 3;

const floor = (time: number, grain: Grain): number => time - (time % LENGTH_MS[grain]);

/** Counts events by hour and day in the background, and removes old ones. */
export const createCountsService = ({ db, transaction, clock, limits }: Dependencies) => {
  const daysFromNow = (days: number): string => dayOf(new Date(clock.now().getTime() + days * LENGTH_MS.day));

  /** Counts a bucket anew; the values of single pages only for whole days. */
  const count = async (tx: DatabaseTransaction, bucket: Bucket, site?: SiteKey): Promise<void> => {
    await countBucket(tx, bucket, site);
    if (bucket.end.getTime() - bucket.start.getTime() === LENGTH_MS.day) await countPageDay(tx, bucket, site);
  };

  /**
   * Counts the next hour that has ended, or the next day; the current day up to the last hour that has ended, anew each
   * time. Returns whether there may be more.
   */
  const countNext = (grain: Grain, days: ReadonlySet<string>, first: Date): Promise<boolean> =>
    transaction(async (tx) => {
      const until = floor(clock.now().getTime() - LATE_MS, 'hour');
      const counted = (await lockProgress(tx, grain, first)).getTime();
      let start = floor(counted, grain);
      // Days without events have no partition.
      while (start < until && !days.has(dayOf(new Date(start))))
        start = endOfDay(dayOf(new Date(start))).getTime();
      const end = Math.min(start + LENGTH_MS[grain], until);
      if (start >= until || end <= counted) return false;
      await count(tx, { grain, start: new Date(start), end: new Date(end) });
      await updateProgress(tx, grain, new Date(end));
      return true;
    });

  return {
    /** Counts all hours that have ended, and days as far as they have passed. */
    countAll: async (): Promise<void> => {
      const days = await listEventDays(db);
      if (days.length === 0) return;
      for (const grain of ['hour', 'day'] as const)
        while (await countNext(grain, new Set(days), new Date(days[0]!)));
    },

    /** Counts a day of a site anew, and its hours, as far as they are counted. */
    recount: async (site: SiteKey, day: string): Promise<void> => {
      for (const grain of ['day', 'hour'] as const) {
        const progress = (await findProgress(db, grain))?.getTime() ?? 0;
        const end = Math.min(endOfDay(day).getTime(), progress);
        for (let start = Date.parse(day); start < end; start += LENGTH_MS[grain]) {
          const bucketEnd = new Date(Math.min(start + LENGTH_MS[grain], end));
          await transaction((tx) => count(tx, { grain, start: new Date(start), end: bucketEnd }, site));
        }
      }
    },

    /** Creates the partitions of the next days. */
    prepareDays: async (): Promise<void> => {
      for (let ahead = 0; ahead <= DAYS_AHEAD; ahead++)
        await transaction((tx) => createEventDay(tx, daysFromNow(ahead)));
    },

    /** Removes events and counts after the time that they are kept. */
    removeOld: async (): Promise<void> => {
      const oldest = daysFromNow(-limits.insightsEventDays);
      for (const day of await listEventDays(db))
        if (day < oldest) await transaction((tx) => dropEventDay(tx, day));
      await deleteCountsBefore(db, 'hour', new Date(oldest));
      const oldestCounts = new Date(daysFromNow(-limits.insightsCountDays));
      await deleteCountsBefore(db, 'day', oldestCounts);
      await deletePageDaysBefore(db, oldestCounts);
    },
  };
};

/** Service that counts events. */
export type CountsService = ReturnType<typeof createCountsService>;
