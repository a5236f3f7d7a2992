import type { Response } from '../api/operations.ts';
import { countOf } from './count-of.ts';

/** What belongs to a member. */
export type Ownership = Response<'GET', '/orgs/{organizationId}/members/{userId}/ownership'>;

/** A kind of things that belong to a member. */
export type OwnedKind = Exclude<keyof Ownership, 'object' | 'created'>;

/** A kind of links and secrets that a member created. */
export type CreatedKind = keyof Ownership['created'];

const NOUNS: Readonly<Record<OwnedKind, (count: number) => string>> = {
  contents: (count) => (count === 1 ? '1 space or collection' : `${count} spaces and collections`),
  teams: (count) => countOf(count, 'team'),
  changeRequests: (count) => countOf(count, 'open change request'),
  reviews: (count) => countOf(count, 'requested review'),
  gitConnections: (count) => countOf(count, 'git connection'),
};

const CREATED_NOUNS: Readonly<Record<CreatedKind, (count: number) => string>> = {
  shareLinks: (count) => countOf(count, 'share link'),
  webhooks: (count) => countOf(count, 'webhook'),
  scimTokens: (count) => countOf(count, 'SCIM token'),
  inviteLinks: (count) => countOf(count, 'invite link'),
};

/** Things of one kind, as a count and the first titles. */
export interface Things<Kind> {
  readonly kind: Kind;
  readonly count: string;
  readonly titles: string;
}

const thingsOf = <Kind extends string>(
  nouns: Readonly<Record<Kind, (count: number) => string>>,
  summaries: Readonly<Record<Kind, { readonly count: number; readonly titles: readonly string[] }>>,
): readonly Things<Kind>[] =>
  (Object.keys(nouns) as Kind[]).flatMap((kind) => {
    const { count, titles } = summaries[kind];
    if (count === 0) return [];
    const more = count - titles.length;
    return [
      {
        kind,
        count: nouns[kind](count),
        titles: titles.map((title) => title || 'Untitled').join(', ') + (more > 0 ? ` and ${more} more` : ''),
      },
    ];
  });

/** The kinds that a member has something of. */
export const ownedThings = (ownership: Ownership): readonly Things<OwnedKind>[] => thingsOf(NOUNS, ownership);

/** The kinds of links and secrets that a member created. */
export const createdThings = (created: Ownership['created']): readonly Things<CreatedKind>[] =>
  thingsOf(CREATED_NOUNS, created);

/** The counts of several kinds as a list, such as “2 teams, 1 git connection”. */
export const countsInWords = (counts: Readonly<Record<OwnedKind, number>>): string =>
  (Object.keys(NOUNS) as OwnedKind[])
    .flatMap((kind) => (counts[kind] > 0 ? [NOUNS[kind](counts[kind])] : []))
    .join(', ');
