import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { invalid } from '../../../kernel/errors/errors.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { SpacesService } from '../../spaces/index.ts';
import type { SiteEventsService } from '../events/site-events.service.ts';
import type { SiteKey } from '../events/visitor-ids.ts';
import { listVisibleSiteSpaces } from '../visible-site-spaces.ts';
import { CSV_HEADER, type Position, readCsvLines } from './exports.store.ts';

interface Dependencies extends Pick<Kernel, 'db' | 'warn'> {
  readonly siteEvents: Pick<SiteEventsService, 'flush'>;
  readonly spaces: Pick<SpacesService, 'findVisibleInOrganization'>;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

// A day that a month does not have would be one of the next month.
const isDay = (text: string): boolean => {
  if (!DAY.test(text)) return false;
  const time = new Date(text);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text);
};

/** Exports events as files. */
export const createExportsService = ({ db, warn, siteEvents, spaces }: Dependencies) => {
  async function* linesOf(site: SiteKey, day: string, siteSpaces: readonly string[] | undefined) {
    yield CSV_HEADER;
    let after: Position | undefined;
    for (;;) {
      const part = await readCsvLines(db, site, { day, siteSpaces, after });
      if (!part) return;
      yield part.lines;
      after = part.last;
    }
  }

  return {
    /** The events of a day that a reader may see, as compressed CSV; none but the names of the columns if it is not kept. */
    exportDay: async (readerId: string, site: SiteKey, day: string): Promise<Readable> => {
      if (!isDay(day)) throw invalid({ path: 'params.day', message: 'must be a date such as `2026-11-19`' });
      await siteEvents.flush();
      const visible = await listVisibleSiteSpaces({ db, spaces }, readerId, site);
      const file = createGzip();
      // A client that goes away ends the reading.
      pipeline(Readable.from(linesOf(site, day, visible)), file, (err) => {
        if (err && err.code !== 'ERR_STREAM_PREMATURE_CLOSE')
          warn({ err }, 'events of a day were not exported completely');
      });
      return file;
    },
  };
};

/** Service that exports events as files. */
export type ExportsService = ReturnType<typeof createExportsService>;
