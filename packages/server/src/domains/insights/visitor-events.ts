import type { Static } from 'typebox';
import type { NewSiteEvent } from './events/event-row.ts';
import { REQUIRED_FIELDS, type StoredEventType } from './events/event-types.ts';
import type { InsightsEvent } from './insights.contract.ts';
import type { Place } from './insights.store.ts';

type TrackedEvent = Static<typeof InsightsEvent>;

/** A visitor of a site, as published in events. */
export interface Visitor {
  readonly anonymousId: string;
  readonly cookies: Readonly<Record<string, string>>;
  readonly userAgent: string;
  readonly ip: string;
  readonly language?: string;
}

/** A published event of a site visitor. */
export interface VisitorEvent {
  readonly type: 'site_view' | 'page_feedback';
  readonly siteSpaceId?: string;
  readonly spaceId?: string;
  readonly pageId?: string;
  readonly url: string;
  readonly referrer: string;
  readonly visitor: Visitor;
  readonly feedback?: { readonly rating: string; readonly comment?: string };
}

/** The published types of events. */
export const PUBLISHED_TYPES: Readonly<Partial<Record<StoredEventType, VisitorEvent['type']>>> = {
  page_view: 'site_view',
  page_post_feedback: 'page_feedback',
  page_post_feedback_comment: 'page_feedback',
};

// The tolerated clock skew of browsers.
const SKEW_MS = 5 * 60 * 1000;

const BOTS =
  /bot\b|crawl|spider|slurp|headless|lighthouse|preview|monitor|fetch|^(?:curl|wget|python|go-http|java|okhttp|axios|node)/i;

/** Whether a user agent is a bot. */
export const isBot = (userAgent: string | undefined): boolean => !userAgent?.trim() || BOTS.test(userAgent);

/** Whether a client asks not to be tracked. */
export const hasOptedOut = (headers: Readonly<Record<string, string | string[] | undefined>>): boolean =>
  headers.dnt === '1' || headers['sec-gpc'] === '1';

const isMissing = (event: object, path: string): boolean =>
  path
    .split('.')
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], event) ===
  undefined;

/** The validation error of an event; undefined if it is valid. */
export const validateEvent = (
  event: TrackedEvent,
  now: Date,
): { readonly path: string; readonly message: string } | undefined => {
  const { type, timestamp } = event;
  if (timestamp !== undefined && Math.abs(Date.parse(timestamp) - now.getTime()) > SKEW_MS)
    return { path: 'timestamp', message: 'must be within 5 minutes of the current time' };
  const missing = REQUIRED_FIELDS[type].find((path) => isMissing(event, path));
  return missing && { path: missing, message: 'is required' };
};

/** What is known of an event besides what the browser sent. */
export interface EventContext {
  readonly placeOf: ReadonlyMap<string, Place>;
  readonly country: string | null;
  readonly now: Date;
}

/** The event to store, of an event that a browser sent. */
export const toSiteEvent = (
  { type, session, location, timestamp, ...details }: TrackedEvent,
  { placeOf, country, now }: EventContext,
): NewSiteEvent => {
  // Only places of this site, since browsers can send any id.
  const place = placeOf.get(location.siteSpace ?? '');
  return {
    ...details,
    type,
    at: timestamp === undefined ? now : new Date(timestamp),
    visitorId: session.visitorId,
    sessionId: session.sessionId,
    userAgent: session.userAgent,
    language: session.language,
    country,
    referrer: session.referrer,
    claims: session.visitorAuthClaims,
    url: location.url,
    displayContext: location.displayContext,
    shareKey: location.siteShareKey,
    ...(place && {
      siteSpace: location.siteSpace,
      siteSection: place.section,
      space: place.space,
      page: location.page,
    }),
  };
};

/** The published form of an event that a browser sent; undefined for bots and unpublished types. */
export const toVisitorEvent = (
  { type, session, location, feedback }: TrackedEvent,
  placeOf: ReadonlyMap<string, Place>,
  clientAddress: string,
): VisitorEvent | undefined => {
  const publishedType = PUBLISHED_TYPES[type];
  if (!publishedType || isBot(session.userAgent)) return undefined;
  const { siteSpace, page, url } = location;
  // Only site spaces of this site, since browsers can send any id.
  const spaceId = siteSpace === null ? undefined : placeOf.get(siteSpace)?.space;
  return {
    type: publishedType,
    ...(spaceId !== undefined && siteSpace !== null && { siteSpaceId: siteSpace, spaceId }),
    ...(page !== null && { pageId: page }),
    url,
    referrer: session.referrer ?? '',
    visitor: {
      anonymousId: session.visitorId,
      cookies: session.cookies,
      userAgent: session.userAgent,
      ip: session.ip ?? clientAddress,
      ...(session.language !== null && { language: session.language }),
    },
    ...(publishedType === 'page_feedback' && feedback && { feedback }),
  };
};
