import type { Static } from 'typebox';
import type { InsightsEvent } from './insights.contract.ts';

type TrackedEvent = Static<typeof InsightsEvent>;

/** What is told of somebody who visits a site. */
export interface Visitor {
  readonly anonymousId: string;
  readonly cookies: Readonly<Record<string, string>>;
  readonly userAgent: string;
  readonly ip: string;
  readonly language?: string;
}

/** What somebody did on a site, and where. */
export interface Sighting {
  readonly type: 'site_view' | 'page_feedback';
  readonly siteSpaceId?: string;
  readonly spaceId?: string;
  readonly pageId?: string;
  readonly url: string;
  readonly referrer: string;
  readonly visitor: Visitor;
  readonly feedback?: { readonly rating: string; readonly comment?: string };
}

const TOLD: Readonly<Partial<Record<TrackedEvent['type'], Sighting['type']>>> = {
  page_view: 'site_view',
  page_post_feedback: 'page_feedback',
  page_post_feedback_comment: 'page_feedback',
};

// How far the clock of a browser may be off.
const SKEW_MS = 5 * 60 * 1000;

const MACHINES =
  /bot\b|crawl|spider|slurp|headless|lighthouse|preview|monitor|fetch|^(?:curl|wget|python|go-http|java|okhttp|axios|node)/i;

/** Whether nobody sits in front of what calls itself so. */
export const isMachine = (userAgent: string | undefined): boolean =>
  !userAgent?.trim() || MACHINES.test(userAgent);

/** What is wrong with an event, by field; undefined when nothing is. */
export const problemOf = (
  { type, timestamp, feedback }: TrackedEvent,
  now: Date,
): { readonly path: string; readonly message: string } | undefined => {
  if (timestamp !== undefined && Math.abs(Date.parse(timestamp) - now.getTime()) > SKEW_MS)
    return { path: 'timestamp', message: 'must be within 5 minutes of now' };
  if (TOLD[type] !== 'page_feedback') return undefined;
  if (!feedback) return { path: 'feedback', message: 'is missing' };
  return type === 'page_post_feedback_comment' && feedback.comment === undefined
    ? { path: 'feedback.comment', message: 'is missing' }
    : undefined;
};

/** What others are told of an event that somebody's browser sent; undefined for what nobody is told of. */
export const sightingOf = (
  { type, session, location, feedback }: TrackedEvent,
  spaceOf: ReadonlyMap<string, string>,
  address: string,
): Sighting | undefined => {
  const told = TOLD[type];
  if (!told || isMachine(session.userAgent)) return undefined;
  const { siteSpace, page, url } = location;
  // Only what the site is made of: what a browser says may be made up.
  const spaceId = siteSpace === null ? undefined : spaceOf.get(siteSpace);
  return {
    type: told,
    ...(spaceId !== undefined && siteSpace !== null && { siteSpaceId: siteSpace, spaceId }),
    ...(page !== null && { pageId: page }),
    url,
    referrer: session.referrer ?? '',
    visitor: {
      anonymousId: session.visitorId,
      cookies: session.cookies,
      userAgent: session.userAgent,
      ip: session.ip ?? address,
      ...(session.language !== null && { language: session.language }),
    },
    ...(told === 'page_feedback' && feedback && { feedback }),
  };
};
