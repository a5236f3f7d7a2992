import { createHmac } from 'node:crypto';
import type { Static } from 'typebox';
import { invalid, notFound } from '../../kernel/errors/errors.ts';
import { SYSTEM } from '../../kernel/events/events.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { createRateLimit } from '../../kernel/rate-limit.ts';
import { UNLOGGED } from '../announcements/index.ts';
import type { InsightsEvent } from './insights.contract.ts';
import { isMachine, problemOf, type Sighting, sightingOf, type Visitor } from './insights.policy.ts';
import { findVisitedSite } from './insights.store.ts';

/** Whether anybody wants to be told of something that happens on a site. */
export type Listens = (
  organizationId: string,
  topic: { readonly type: string; readonly siteId: string; readonly spaceId?: string | undefined },
) => Promise<boolean>;

type Dependencies = Pick<Kernel, 'db' | 'transaction' | 'clock' | 'events' | 'signing'> & {
  readonly listens: Listens;
};

interface SiteKey {
  readonly organization_id: string;
  readonly id: string;
}

/** What a browser says of itself that looks at a site. */
export interface Browser {
  readonly address: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

// Many readers may come by one address.
const MOST_A_MINUTE = 600;
const LONGEST_AGENT = 1024;
const ACTIONS = { site_view: UNLOGGED.siteViewed, page_feedback: UNLOGGED.pageFeedback } as const;

/** Telling of what visitors of sites do, where somebody asked for it. */
export const createInsightsService = ({ db, transaction, clock, events, signing, listens }: Dependencies) => {
  const limit = createRateLimit(MOST_A_MINUTE, () => clock.now().getTime());

  const tell = async (site: SiteKey, all: readonly Sighting[]): Promise<void> => {
    // Sites have many views: where nobody listens, they cost one question and leave nothing behind.
    const asked = new Map<string, Promise<boolean>>();
    const isHeard = ({ type, spaceId }: Sighting) => {
      const key = `${type} ${spaceId}`;
      const answer = asked.get(key) ?? listens(site.organization_id, { type, siteId: site.id, spaceId });
      asked.set(key, answer);
      return answer;
    };
    const heard: Sighting[] = [];
    for (const one of all) if (await isHeard(one)) heard.push(one);
    if (heard.length === 0) return;
    await transaction(async (tx) => {
      for (const { type, ...payload } of heard)
        await events.publish(tx, SYSTEM, {
          organizationId: site.organization_id,
          action: ACTIONS[type],
          target: { type: 'site', id: site.id },
          payload,
        });
    });
  };

  /** Somebody at a browser that keeps nothing: the same within a day, and on this site, alone. */
  const visitorAt = (site: SiteKey, { address, headers }: Browser): Visitor | undefined => {
    const userAgent = String(headers['user-agent'] ?? '').slice(0, LONGEST_AGENT);
    const isUnwilling = headers.dnt === '1' || headers['sec-gpc'] === '1';
    if (isMachine(userAgent) || isUnwilling) return undefined;
    const day = clock.now().toISOString().slice(0, 10);
    const key = signing.keyFor(`visitors of ${site.organization_id}/${site.id} on ${day}`);
    const anonymousId = createHmac('sha256', key)
      .update(`${address}\n${userAgent}`)
      .digest('base64url')
      .slice(0, 22);
    return { anonymousId, cookies: {}, userAgent, ip: '' };
  };

  return {
    /** Takes what the browser of a visitor, or the renderer in between, says that happened. */
    track: async (
      organizationId: string,
      siteId: string,
      all: readonly Static<typeof InsightsEvent>[],
      address: string,
    ): Promise<void> => {
      const site = await findVisitedSite(db, organizationId, siteId);
      if (!site) throw notFound('site');
      limit.consume(`${site.id} ${address}`);
      for (const [at, event] of all.entries()) {
        const problem = problemOf(event, clock.now());
        if (problem) throw invalid({ ...problem, path: `body.events.${at}.${problem.path}` });
      }
      await tell(
        site,
        all.flatMap((event) => sightingOf(event, site.spaceOf, address) ?? []),
      );
    },

    /** Tells of what somebody did on a page that this server showed. */
    seen: async (
      site: SiteKey,
      browser: Browser,
      { referrer, ...sighting }: Omit<Sighting, 'visitor'>,
    ): Promise<void> => {
      const visitor = visitorAt(site, browser);
      if (!visitor) return;
      limit.consume(`${site.id} ${browser.address}`);
      const from = /^https?:\/\//i.test(referrer) && URL.canParse(referrer) ? referrer.slice(0, 2048) : '';
      await tell(site, [{ ...sighting, referrer: from, visitor }]);
    },
  };
};

/** Telling of what visitors of sites do. */
export type InsightsService = ReturnType<typeof createInsightsService>;
