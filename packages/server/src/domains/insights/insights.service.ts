import { createHash, createHmac } from 'node:crypto';
import type { Static } from 'typebox';
import type { DatabaseTransaction } from '../../kernel/database/database.ts';
import { invalid, notFound } from '../../kernel/errors/errors.ts';
import { SYSTEM } from '../../kernel/events/events.ts';
import { jobName } from '../../kernel/jobs/jobs.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { createPromiseCache } from '../../kernel/promise-cache.ts';
import { createRateLimit } from '../../kernel/rate-limit.ts';
import { UNLOGGED_ACTIONS } from '../public-events/index.ts';
import type { InsightsEvent } from './insights.contract.ts';
import {
  deletePendingRating,
  findTrackedSite,
  type PendingRating,
  putPendingRating,
} from './insights.store.ts';
import { isBot, toVisitorEvent, type Visitor, type VisitorEvent, validateEvent } from './visitor-events.ts';

/** Whether a webhook or integration subscribes to an event of a site. */
export type HasSubscribers = (
  organizationId: string,
  topic: { readonly type: string; readonly siteId: string; readonly spaceId?: string | undefined },
) => Promise<boolean>;

type Dependencies = Pick<Kernel, 'db' | 'transaction' | 'clock' | 'events' | 'signing' | 'jobs' | 'newId'> & {
  readonly hasSubscribers: HasSubscribers;
};

interface SiteKey {
  readonly organization_id: string;
  readonly id: string;
}

/** The request of a browser that visits a site. */
export interface VisitorRequest {
  readonly address: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** The job that publishes a rating which no comment followed. */
export const PUBLISH_RATING = jobName<{ readonly rating: PendingRating; readonly event: VisitorEvent }>(
  'insights.publish-rating',
);

// Readers rate first, and write a comment then.
const COMMENT_MS = 2 * 60 * 1000;
// Many readers may share an IP address.
const MAX_PER_MINUTE = 600;
const MAX_AGENT_LENGTH = 1024;
const ACTIONS = {
  site_view: UNLOGGED_ACTIONS.siteViewed,
  page_feedback: UNLOGGED_ACTIONS.pageFeedback,
} as const;

/** Publishes events of site visitors to subscribers; only their delivery logs store them. */
export const createInsightsService = ({
  db,
  transaction,
  clock,
  events,
  signing,
  jobs,
  newId,
  hasSubscribers,
}: Dependencies) => {
  const limit = createRateLimit(MAX_PER_MINUTE, () => clock.now().getTime());

  const publishEvent = (tx: DatabaseTransaction, site: SiteKey, { type, ...payload }: VisitorEvent) =>
    events.publish(tx, SYSTEM, {
      organizationId: site.organization_id,
      action: ACTIONS[type],
      target: { type: 'site', id: site.id },
      payload,
    });

  /** The events that some webhook or integration subscribes to. */
  const withSubscribers = async (
    site: SiteKey,
    all: readonly VisitorEvent[],
  ): Promise<readonly VisitorEvent[]> => {
    // Sites have many views: without subscribers they cost one query.
    const subscriptions = createPromiseCache<boolean>();
    const isSubscribed = ({ type, spaceId }: VisitorEvent) => {
      return subscriptions.get(`${type} ${spaceId}`, () =>
        hasSubscribers(site.organization_id, { type, siteId: site.id, spaceId }),
      );
    };
    const subscribed: VisitorEvent[] = [];
    for (const one of all) if (await isSubscribed(one)) subscribed.push(one);
    return subscribed;
  };

  const ratingKey = (site: SiteKey, { visitor, pageId, url }: VisitorEvent) => ({
    organization_id: site.organization_id,
    site_id: site.id,
    visit: createHash('sha256')
      .update(JSON.stringify([visitor.anonymousId, pageId ?? url]))
      .digest('base64url'),
  });

  /** Publishes an event; a rating alone waits for its comment, so that both are one event. */
  const publishOrHold = async (tx: DatabaseTransaction, site: SiteKey, event: VisitorEvent) => {
    if (!event.feedback) return publishEvent(tx, site, event);
    const key = ratingKey(site, event);
    if (event.feedback.comment !== undefined) {
      await deletePendingRating(tx, key);
      return publishEvent(tx, site, event);
    }
    const rating = { ...key, id: newId() };
    await putPendingRating(tx, rating);
    const startAfter = new Date(clock.now().getTime() + COMMENT_MS);
    return jobs.enqueue(tx, PUBLISH_RATING, { rating, event }, { startAfter });
  };

  /** The visitor without cookies: the same id within a day and a site; undefined for bots and opt-outs. */
  const visitorOf = (site: SiteKey, { address, headers }: VisitorRequest): Visitor | undefined => {
    const userAgent = String(headers['user-agent'] ?? '').slice(0, MAX_AGENT_LENGTH);
    const hasOptedOut = headers.dnt === '1' || headers['sec-gpc'] === '1';
    if (isBot(userAgent) || hasOptedOut) return undefined;
    const day = clock.now().toISOString().slice(0, 10);
    const key = signing.keyFor(`visitors of ${site.organization_id}/${site.id} on ${day}`);
    const anonymousId = createHmac('sha256', key)
      .update(`${address}\n${userAgent}`)
      .digest('base64url')
      .slice(0, 22);
    return { anonymousId, cookies: {}, userAgent, ip: '' };
  };

  return {
    /** Validates and publishes events that browsers or external renderers send. */
    track: async (
      organizationId: string,
      siteId: string,
      all: readonly Static<typeof InsightsEvent>[],
      address: string,
    ): Promise<void> => {
      const site = await findTrackedSite(db, organizationId, siteId);
      if (!site) throw notFound('site');
      limit.consume(`${site.id} ${address}`);
      for (const [at, event] of all.entries()) {
        const validationError = validateEvent(event, clock.now());
        if (validationError)
          throw invalid({ ...validationError, path: `body.events.${at}.${validationError.path}` });
      }
      const published = await withSubscribers(
        site,
        all.flatMap((event) => toVisitorEvent(event, site.spaceOf, address) ?? []),
      );
      if (published.length === 0) return;
      await transaction(async (tx) => {
        for (const event of published) await publishOrHold(tx, site, event);
      });
    },

    /** Publishes a rating if neither a comment nor another rating followed it. */
    publishRating: ({ rating, event }: { rating: PendingRating; event: VisitorEvent }): Promise<void> =>
      transaction(async (tx) => {
        const { organization_id, site_id: id } = rating;
        if (await deletePendingRating(tx, rating)) await publishEvent(tx, { organization_id, id }, event);
      }),

    /** Publishes an event of a page that this server rendered. */
    trackVisit: async (
      site: SiteKey,
      request: VisitorRequest,
      { referrer, ...event }: Omit<VisitorEvent, 'visitor'>,
    ): Promise<void> => {
      const visitor = visitorOf(site, request);
      if (!visitor) return;
      limit.consume(`${site.id} ${request.address}`);
      const from = /^https?:\/\//i.test(referrer) && URL.canParse(referrer) ? referrer.slice(0, 2048) : '';
      const [published] = await withSubscribers(site, [{ ...event, referrer: from, visitor }]);
      if (published) await transaction((tx) => publishEvent(tx, site, published));
    },
  };
};

/** Service that publishes events of site visitors. */
export type InsightsService = ReturnType<typeof createInsightsService>;
