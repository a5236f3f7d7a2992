import type { Static } from 'typebox';
import type { InsightsEvent } from './insights.contract.ts';

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

const PUBLISHED_TYPES: Readonly<Partial<Record<TrackedEvent['type'], VisitorEvent['type']>>> = {
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

/** The validation error of an event; undefined if it is valid. */
export const validateEvent = (
  { type, timestamp, feedback }: TrackedEvent,
  now: Date,
): { readonly path: string; readonly message: string } | undefined => {
  if (timestamp !== undefined && Math.abs(Date.parse(timestamp) - now.getTime()) > SKEW_MS)
    return { path: 'timestamp', message: 'must be within 5 minutes of the current time' };
  if (PUBLISHED_TYPES[type] !== 'page_feedback') return undefined;
  if (!feedback) return { path: 'feedback', message: 'is required' };
  return type === 'page_post_feedback_comment' && feedback.comment === undefined
    ? { path: 'feedback.comment', message: 'is required' }
    : undefined;
};

/** The published form of an event that a browser sent; undefined for bots and unpublished types. */
export const toVisitorEvent = (
  { type, session, location, feedback }: TrackedEvent,
  spaceOf: ReadonlyMap<string, string>,
  clientAddress: string,
): VisitorEvent | undefined => {
  const publishedType = PUBLISHED_TYPES[type];
  if (!publishedType || isBot(session.userAgent)) return undefined;
  const { siteSpace, page, url } = location;
  // Only site spaces of this site, since browsers can send any id.
  const spaceId = siteSpace === null ? undefined : spaceOf.get(siteSpace);
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
