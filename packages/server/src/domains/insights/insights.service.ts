import { createHash } from 'node:crypto';
import type { Static } from 'typebox';
import { clientNetwork } from '../../kernel/client-network.ts';
import type { DatabaseTransaction } from '../../kernel/database/database.ts';
import { invalid, notFound } from '../../kernel/errors/errors.ts';
import { SYSTEM } from '../../kernel/events/events.ts';
import { jobName } from '../../kernel/jobs/jobs.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { createPromiseCache } from '../../kernel/promise-cache.ts';
import { createRateLimit } from '../../kernel/rate-limit.ts';
import { UNLOGGED_ACTIONS } from '../public-events/index.ts';
import type { NewSiteEvent } from './events/event-row.ts';
import type { SiteEventsService } from './events/site-events.service.ts';
import { dayOf, type SiteKey, type VisitorIds } from './events/visitor-ids.ts';
import type { InsightsEvent } from './insights.contract.ts';
import {
  deletePendingRating,
  findTrackedSite,
  type PendingRating,
  putPendingRating,
} from './insights.store.ts';
import {
  hasOptedOut,
  isBot,
  PUBLISHED_TYPES,
  toSiteEvent,
  toVisitorEvent,
  type Visitor,
  type VisitorEvent,
  validateEvent,
} from './visitor-events.ts';

/** Whether a webhook or integration subscribes to an event of a site. */
export type HasSubscribers = (
  organizationId: string,
  topic: { readonly type: string; readonly siteId: string; readonly spaceId?: string | undefined },
) => Promise<boolean>;

interface Dependencies
  extends Pick<Kernel, 'db' | 'transaction' | 'clock' | 'events' | 'jobs' | 'newId' | 'countryOf'> {
  readonly hasSubscribers: HasSubscribers;
  readonly siteEvents: Pick<SiteEventsService, 'record'>;
  readonly visitorIds: Pick<VisitorIds, 'anonymousId'>;
}

/** The request of a browser that visits a site. */
export interface VisitorRequest {
  readonly address: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** What a visitor of a page of this server did there. */
export type SiteVisit = Omit<
  NewSiteEvent,
  'at' | 'visitorId' | 'sessionId' | 'userAgent' | 'language' | 'country'
>;

/** The job that publishes a rating which no comment followed. */
export const PUBLISH_RATING = jobName<{ readonly rating: PendingRating; readonly event: VisitorEvent }>(
  'insights.publish-rating',
);

// Readers rate first, and write a comment then.
const COMMENT_MS = 2 * 60 * 1000;
// Many readers may share an IP address: an office, or the program that renders a site elsewhere.
const MAX_PER_MINUTE = 6000;
const MAX_AGENT_LENGTH = 1024;
const ACTIONS = {
  site_view: UNLOGGED_ACTIONS.siteViewed,
  page_feedback: UNLOGGED_ACTIONS.pageFeedback,
} as const;

/** Stores events of site visitors, and publishes some of them to subscribers. */
export const createInsightsService = ({
  db,
  transaction,
  clock,
  events,
  jobs,
  newId,
  countryOf,
  hasSubscribers,
  siteEvents,
  visitorIds,
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
    if (isBot(userAgent) || hasOptedOut(headers)) return undefined;
    const anonymousId = visitorIds.anonymousId(site, dayOf(clock.now()), address, userAgent);
    return { anonymousId, cookies: {}, userAgent, ip: '' };
  };

  const publishVisit = async (site: SiteKey, visitor: Visitor, visit: SiteVisit): Promise<void> => {
    const type = PUBLISHED_TYPES[visit.type];
    if (!type) return;
    const { siteSpace, space, page, url, referrer, feedback } = visit;
    const event: VisitorEvent = {
      type,
      ...(siteSpace && space && { siteSpaceId: siteSpace, spaceId: space }),
      ...(page && { pageId: page }),
      url,
      referrer: referrer ?? '',
      visitor,
      ...(feedback && { feedback }),
    };
    const [published] = await withSubscribers(site, [event]);
    if (published) await transaction((tx) => publishEvent(tx, site, published));
  };

  return {
    /** Validates, stores and publishes events that browsers or external renderers send. */
    track: async (
      organizationId: string,
      siteId: string,
      all: readonly Static<typeof InsightsEvent>[],
      { address, headers }: VisitorRequest,
    ): Promise<void> => {
      const site = await findTrackedSite(db, organizationId, siteId);
      if (!site) throw notFound('site');
      limit.consume(`${site.id} ${clientNetwork(address)}`);
      const now = clock.now();
      for (const [at, event] of all.entries()) {
        const validationError = validateEvent(event, now);
        if (validationError)
          throw invalid({ ...validationError, path: `body.events.${at}.${validationError.path}` });
      }
      const ofPeople = hasOptedOut(headers) ? [] : all.filter(({ session }) => !isBot(session.userAgent));
      siteEvents.record(
        site,
        ofPeople.map((event) =>
          toSiteEvent(event, {
            placeOf: site.placeOf,
            // The address of the visitor, which a renderer elsewhere names.
            country: countryOf(event.session.ip ?? address),
            now,
          }),
        ),
      );
      const published = await withSubscribers(
        site,
        ofPeople.flatMap((event) => toVisitorEvent(event, site.placeOf, address) ?? []),
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

    /** Stores and publishes an event of a page that this server rendered. */
    trackVisit: async (site: SiteKey, request: VisitorRequest, sent: SiteVisit): Promise<void> => {
      const visitor = visitorOf(site, request);
      if (!visitor) return;
      limit.consume(`${site.id} ${clientNetwork(request.address)}`);
      const isUrl = /^https?:\/\//i.test(sent.referrer ?? '') && URL.canParse(sent.referrer!);
      const visit = { ...sent, referrer: isUrl ? sent.referrer!.slice(0, 2048) : '' };
      const event = {
        ...visit,
        at: clock.now(),
        visitorId: visitor.anonymousId,
        userAgent: visitor.userAgent,
        language: String(request.headers['accept-language'] ?? ''),
        country: countryOf(request.address),
      };
      // Clients of the API send a rating and its comment as two events.
      const comment: NewSiteEvent = { ...event, type: 'page_post_feedback_comment' };
      siteEvents.record(site, event.feedback?.comment === undefined ? [event] : [event, comment]);
      await publishVisit(site, visitor, visit);
    },
  };
};

/** Service for events of site visitors. */
export type InsightsService = ReturnType<typeof createInsightsService>;
