import { createHmac } from 'node:crypto';
import type { Signing } from '../../../kernel/signing.ts';
import type { VisitHashes } from './event-row.ts';

/** The key of a site. */
export interface SiteKey {
  readonly organization_id: string;
  readonly id: string;
}

// A visit that pauses longer is another one; the usual limit.
const SESSION_MS = 30 * 60 * 1000;
const MAX_SESSIONS = 20_000;

/** The date of a time in UTC, such as `2026-11-19`. */
export const dayOf = (time: Date): string => time.toISOString().slice(0, 10);

/** Ids of visitors that are valid for one day and one site, so that nobody can be followed beyond. */
export const createVisitorIds = (signing: Pick<Signing, 'keyFor'>) => {
  const keyOf = ({ organization_id, id }: SiteKey, day: string) =>
    signing.keyFor(`visitors of ${organization_id}/${id} on ${day}`);
  const hash = (site: SiteKey, day: string, text: string): bigint =>
    createHmac('sha256', keyOf(site, day)).update(text).digest().readBigInt64BE();
  const sessions = new Map<string, { id: number; last: number }>();

  /** The current session of a visitor whose client sends none; begins a new one after a pause. */
  const currentSession = (visitor: bigint, time: number): number => {
    const key = String(visitor);
    const known = sessions.get(key);
    const session = known && time - known.last < SESSION_MS ? known : { id: time, last: time };
    session.last = time;
    // The order of the map is that of the last use.
    sessions.delete(key);
    sessions.set(key, session);
    if (sessions.size > MAX_SESSIONS) sessions.delete(sessions.keys().next().value!);
    return session.id;
  };

  const visitorHash = (site: SiteKey, day: string, visitorId: string) =>
    hash(site, day, `visitor\n${visitorId}`);

  return {
    /** The id of a visitor without cookies, from what every request has. */
    anonymousId: (site: SiteKey, day: string, address: string, userAgent: string): string =>
      createHmac('sha256', keyOf(site, day))
        .update(`${address}\n${userAgent}`)
        .digest('base64url')
        .slice(0, 22),

    visitorHash,

    /** The hashes under which an event of a visitor is stored. */
    hashesOf: (
      site: SiteKey,
      { at, visitorId, sessionId }: { at: Date; visitorId: string; sessionId?: string | undefined },
    ): VisitHashes => {
      const day = dayOf(at);
      const visitor = visitorHash(site, day, visitorId);
      const session = sessionId ?? currentSession(visitor, at.getTime());
      return { visitor, session: hash(site, day, `session\n${visitorId}\n${session}`) };
    },
  };
};

/** Ids of visitors. */
export type VisitorIds = ReturnType<typeof createVisitorIds>;
