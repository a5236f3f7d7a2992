import type { Response } from '../api/operations.ts';
import { countOf } from './count-of.ts';

/** What belongs to a member. */
export type Ownership = Response<'GET', '/orgs/{organizationId}/members/{userId}/ownership'>;

/** A kind of things that belong to a member. */
export type OwnedKind = Exclude<keyof Ownership, 'object'>;

const NOUNS: Readonly<Record<OwnedKind, (count: number) => string>> = {
  contents: (count) => (count === 1 ? '1 space or collection' : `${count} spaces and collections`),
  teams: (count) => countOf(count, 'team'),
  changeRequests: (count) => countOf(count, 'open change request'),
  reviews: (count) => countOf(count, 'requested review'),
  gitConnections: (count) => countOf(count, 'git connection'),
};

/** The kinds that a member has something of, each as a count and the first titles. */
export const ownedThings = (
  ownership: Ownership,
): readonly { readonly kind: OwnedKind; readonly count: string; readonly titles: string }[] =>
  (Object.keys(NOUNS) as OwnedKind[]).flatMap((kind) => {
    const { count, titles } = ownership[kind];
    if (count === 0) return [];
    const more = count - titles.length;
    return [
      {
        kind,
        count: NOUNS[kind](count),
        titles: titles.map((title) => title || 'Untitled').join(', ') + (more > 0 ? ` and ${more} more` : ''),
      },
    ];
  });

/** The counts of several kinds as a list, such as “2 teams, 1 git connection”. */
export const countsInWords = (counts: Readonly<Record<OwnedKind, number>>): string =>
  (Object.keys(NOUNS) as OwnedKind[])
    .flatMap((kind) => (counts[kind] > 0 ? [NOUNS[kind](counts[kind])] : []))
    .join(', ');
