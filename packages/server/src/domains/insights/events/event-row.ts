import type { Insertable } from 'kysely';
import type { SiteEvents } from '../../../kernel/database/schema.gen.ts';
import type { StoredEventType } from './event-types.ts';
import { keptClaims } from './kept-claims.ts';
import { parseUserAgent } from './user-agent.ts';

/** A row of a stored event; its time is an ISO 8601 text, since rows are inserted as JSON. */
export type EventRow = Omit<Insertable<SiteEvents>, 'happened_at' | 'claims' | 'link_target'> & {
  readonly happened_at: string;
  readonly claims: object;
  readonly link_target?: object | null;
};

/** An event to store, with the identity of its visitor in clear text. */
export interface NewSiteEvent {
  readonly type: StoredEventType;
  readonly at: Date;
  readonly visitorId: string;
  /** Undefined for pages of this server, which know no sessions. */
  readonly sessionId?: string;
  readonly userAgent: string;
  readonly language?: string | null | undefined;
  readonly country?: string | null | undefined;
  readonly referrer?: string | null | undefined;
  readonly claims?: Readonly<Record<string, unknown>> | undefined;
  readonly url: string;
  readonly displayContext?: 'site' | 'embed' | undefined;
  readonly siteSection?: string | null | undefined;
  readonly siteSpace?: string | null | undefined;
  readonly shareKey?: string | null | undefined;
  readonly space?: string | null | undefined;
  readonly page?: string | null | undefined;
  readonly query?: string | undefined;
  readonly feedback?: { readonly rating: string; readonly comment?: string | undefined } | undefined;
  readonly rating?: 1 | -1 | undefined;
  readonly link?:
    | { readonly target: { readonly kind: string; readonly url?: unknown }; readonly position: string }
    | undefined;
  readonly operation?: { readonly path: string; readonly method: string } | undefined;
  readonly ad?: { readonly domain: string; readonly placement: string } | undefined;
  readonly placement?: string | undefined;
}

/** The hashes by which the visitor and the session of an event are stored. */
export interface VisitHashes {
  readonly visitor: bigint;
  readonly session: bigint;
}

const MAX_LENGTH = 2048;
const UTM = ['source', 'medium', 'campaign', 'term', 'content'] as const;

const urlOf = (text: string | null | undefined): URL | undefined =>
  text && URL.canParse(text) ? new URL(text) : undefined;

// A query may hold what is private, such as a token.
const withoutQuery = ({ origin, pathname }: URL): string => `${origin}${pathname}`.slice(0, MAX_LENGTH);

/** The first language of a browser in canonical form, such as `pt-BR`; null if there is none. */
const languageOf = (text: string | null | undefined): string | null => {
  const [first = ''] = (text ?? '').split(/[,;]/);
  try {
    return (first && Intl.getCanonicalLocales(first.trim())[0]) || null;
  } catch {
    return null;
  }
};

const searchText = (text: string | undefined): string | null =>
  text?.trim().replaceAll(/\s+/g, ' ').toLowerCase().slice(0, 512) || null;

const utmOf = (url: URL | undefined) =>
  Object.fromEntries(
    UTM.map((name) => [`utm_${name}`, url?.searchParams.get(`utm_${name}`)?.slice(0, 256) || null]),
  ) as Record<`utm_${(typeof UTM)[number]}`, string | null>;

const linkOf = (link: NewSiteEvent['link']) => {
  const { kind, url: text } = link?.target ?? {};
  const url = kind === 'url' && typeof text === 'string' ? urlOf(text) : undefined;
  const target = link && (url ? { ...link.target, url: withoutQuery(url) } : link.target);
  return {
    link_target: target && JSON.stringify(target).length <= MAX_LENGTH ? target : null,
    link_kind: kind ?? null,
    link_domain: url?.hostname || null,
    link_position: link?.position ?? null,
  };
};

/** The row of an event: no address, no cookie, no query of a URL, and of its visitor only hashes. */
export const toEventRow = (
  site: { readonly organization_id: string; readonly id: string },
  event: NewSiteEvent,
  { visitor, session }: VisitHashes,
): EventRow => {
  const [url, referrer] = [urlOf(event.url), urlOf(event.referrer)];
  return {
    organization_id: site.organization_id,
    site_id: site.id,
    happened_at: event.at.toISOString(),
    type: event.type,
    visitor: String(visitor),
    session: String(session),
    site_section_id: event.siteSection ?? null,
    site_space_id: event.siteSpace ?? null,
    share_key: event.shareKey ?? null,
    display_context: event.displayContext ?? 'site',
    space_id: event.space ?? null,
    page_id: event.page ?? null,
    url: url ? withoutQuery(url) : '',
    ...parseUserAgent(event.userAgent),
    language: languageOf(event.language),
    country: event.country ?? null,
    referrer: referrer ? withoutQuery(referrer) : '',
    referrer_domain: referrer?.hostname ?? '',
    ...utmOf(url),
    claims: keptClaims(event.claims),
    query: searchText(event.query),
    rating: event.feedback?.rating ?? null,
    comment: event.feedback?.comment ?? null,
    answer_rating: event.rating ?? null,
    ...linkOf(event.link),
    operation_path: event.operation?.path ?? null,
    operation_method: event.operation?.method ?? null,
    ad_domain: event.ad?.domain ?? null,
    placement: event.ad?.placement ?? event.placement ?? null,
  };
};
