import type { Static } from 'typebox';
import { badRequest } from '../../../kernel/errors/errors.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { SpacesService } from '../../spaces/index.ts';
import { findProgress } from '../counts/counts.store.ts';
import type { SiteEventsService } from '../events/site-events.service.ts';
import { dayOf, type SiteKey } from '../events/visitor-ids.ts';
import { listVisibleSiteSpaces } from '../visible-site-spaces.ts';
import { countsFor } from './counts-choice.ts';
import type { EventsQuery } from './queries.contract.ts';
import { countEvents, type ResultRow, runQuery } from './queries.store.ts';
import { type DimensionFilter, needsVisitors, planQuery, type QueryPlan } from './query-plan.ts';

interface Dependencies extends Pick<Kernel, 'db' | 'clock'> {
  readonly siteEvents: Pick<SiteEventsService, 'flush'>;
  readonly spaces: Pick<SpacesService, 'findVisibleInOrganization'>;
}

/** A query and its result. */
export interface QueryResult {
  readonly plan: QueryPlan;
  readonly rows: readonly ResultRow[];
}

/** Visitors with the same claims. */
export interface SegmentRow {
  readonly claims: Readonly<Record<string, unknown>>;
  readonly events: number;
  readonly visitors: number;
  readonly sessions: number;
}

const STATEMENT_TIMEOUT = '57014';
// What takes a fraction of a second; beyond it, counts are added up although a visitor may be in several of them.
const MAX_EVENTS_TO_READ = 100_000;

/** Answers queries of events. */
export const createQueriesService = ({ db, clock, siteEvents, spaces }: Dependencies) => {
  /** The filter for the spaces that a reader may view; undefined if that is all of them. */
  const visibleSpaces = async (readerId: string, site: SiteKey): Promise<DimensionFilter | undefined> => {
    const values = await listVisibleSiteSpaces({ db, spaces }, readerId, site);
    return values && { name: 'siteSpace', claim: '', isExcluded: false, values };
  };

  /** The counts to read, and until when there are any; undefined if the events themselves are read. */
  const choose = async (site: SiteKey, plan: QueryPlan, until: Date | undefined) => {
    const choice = countsFor(plan, until);
    if (!choice || !until) return undefined;
    const isCurrent = plan.grain === 'hour' || choice.hasCurrentDay;
    const counts = { choice, until: isCurrent ? until : new Date(dayOf(until)) };
    if (choice.isExact || !needsVisitors(plan)) return counts;
    return (await countEvents(db, site, plan.from, plan.to)) > MAX_EVENTS_TO_READ ? counts : undefined;
  };

  const readRows = async (site: SiteKey, plan: QueryPlan): Promise<readonly ResultRow[]> => {
    const until = await findProgress(db, plan.grain);
    const rows = await runQuery(db, site, plan, await choose(site, plan, until));
    // Events that were counted meanwhile would be counted twice.
    const isUnchanged = (await findProgress(db, plan.grain))?.getTime() === until?.getTime();
    return isUnchanged ? rows : readRows(site, plan);
  };

  const run = async (readerId: string, site: SiteKey, query: QueryPlan): Promise<QueryResult> => {
    await siteEvents.flush();
    const visible = await visibleSpaces(readerId, site);
    const plan = visible ? { ...query, filters: [...query.filters, visible] } : query;
    try {
      return { plan, rows: await readRows(site, plan) };
    } catch (error) {
      if ((error as { code?: unknown }).code === STATEMENT_TIMEOUT)
        throw badRequest('The query takes too long. Choose a shorter range or fewer columns.');
      throw error;
    }
  };

  return {
    aggregate: (readerId: string, site: SiteKey, query: Static<typeof EventsQuery>): Promise<QueryResult> =>
      run(readerId, site, planQuery(query, clock.now())),

    /** The segments of visitors of the last 30 days, most events first. */
    listSegments: async (readerId: string, site: SiteKey): Promise<readonly SegmentRow[]> => {
      const plan = planQuery(
        {
          range: 'last30Days',
          select: [{ column: 'eventsCount' }, { column: 'visitorsCount' }, { column: 'sessionsCount' }],
        },
        clock.now(),
      );
      const { rows } = await run(readerId, site, { ...plan, dimensions: [{ name: 'claims', claim: '' }] });
      return rows.map(({ value0, eventsCount, visitorsCount, sessionsCount }) => ({
        claims: JSON.parse(String(value0)),
        events: Number(eventsCount),
        visitors: Number(visitorsCount),
        sessions: Number(sessionsCount),
      }));
    },
  };
};

/** Service that answers queries of events. */
export type QueriesService = ReturnType<typeof createQueriesService>;
