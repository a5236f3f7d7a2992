import type { ColumnName } from './queries.ts';

/** A list of what there is most of. */
export interface RankingKind {
  readonly id: string;
  readonly title: string;
  readonly column: string;
  readonly counted: string;
  readonly groupBy: ColumnName;
  readonly type: string;
  readonly select?: ColumnName;
  readonly empty: string;
  readonly nameOf?: (value: unknown) => string;
  /** Whether it is left out if no event has a value: the server cannot tell. */
  readonly isOptional?: true;
  /** Whether it concerns the whole site, whatever space is chosen. */
  readonly isOfSite?: true;
}

const capitalized = (value: unknown): string =>
  `${String(value).charAt(0).toUpperCase()}${String(value).slice(1)}`;

const languageNames = new Intl.DisplayNames(undefined, { type: 'language' });

const countryNames = new Intl.DisplayNames(undefined, { type: 'region' });

const RATINGS: Readonly<Record<string, string>> = { bad: 'Bad', ok: 'Okay', good: 'Good' };

const VISITORS = { type: 'page_view', counted: 'Visitors', select: 'visitorsCount' } as const;

/** The lists of insights besides those of pages. */
export const RANKINGS: readonly RankingKind[] = [
  {
    id: 'searches',
    title: 'Searches',
    column: 'Search',
    counted: 'Times',
    groupBy: 'eventSearchQuery',
    type: 'search_type_query',
    empty: 'Nobody has searched.',
  },
  {
    id: 'searches-without-result',
    title: 'Searches without a result',
    column: 'Search',
    counted: 'Times',
    groupBy: 'eventSearchQuery',
    type: 'search_without_result',
    empty: 'Every search has found something.',
  },
  {
    id: 'ratings',
    title: 'Ratings',
    column: 'Rating',
    counted: 'Times',
    groupBy: 'eventPageFeedbackRating',
    type: 'page_post_feedback',
    nameOf: (value) => RATINGS[String(value)] ?? String(value),
    empty: 'Nobody has rated a page.',
  },
  {
    id: 'comments',
    title: 'Comments',
    column: 'Comment',
    counted: 'Times',
    groupBy: 'eventPageFeedbackComment',
    type: 'page_post_feedback_comment',
    empty: 'Nobody has commented on a page.',
  },
  {
    id: 'broken-addresses',
    title: 'Broken addresses',
    column: 'Address',
    counted: 'Times',
    groupBy: 'url',
    type: 'page_not_found',
    nameOf: (value) => (URL.canParse(String(value)) ? new URL(String(value)).pathname : String(value)),
    isOfSite: true,
    empty: 'Nobody has opened an address that the site does not have.',
  },
  {
    id: 'referrers',
    title: 'Referrers',
    column: 'Website',
    groupBy: 'referrerDomain',
    ...VISITORS,
    nameOf: (value) => String(value) || 'Direct',
    empty: 'Nobody has come from another website.',
  },
  {
    id: 'links',
    title: 'Links to elsewhere',
    column: 'Link',
    counted: 'Clicks',
    groupBy: 'eventLinkTargetValue',
    type: 'link_click',
    nameOf: (value) => String((value as { readonly url?: string } | null)?.url ?? JSON.stringify(value)),
    empty: 'Nobody has followed a link to elsewhere.',
  },
  {
    id: 'countries',
    title: 'Countries',
    column: 'Country',
    groupBy: 'visitorGeoCountry',
    ...VISITORS,
    isOptional: true,
    nameOf: (value) => (typeof value === 'string' ? (countryNames.of(value) ?? value) : 'Unknown'),
    empty: 'No countries are known.',
  },
  {
    id: 'devices',
    title: 'Devices',
    column: 'Device',
    groupBy: 'visitorDevice',
    ...VISITORS,
    nameOf: capitalized,
    empty: 'No devices are known.',
  },
  {
    id: 'languages',
    title: 'Languages',
    column: 'Language',
    groupBy: 'visitorLanguage',
    ...VISITORS,
    nameOf: (value) => (typeof value === 'string' ? (languageNames.of(value) ?? value) : 'Unknown'),
    empty: 'No languages are known.',
  },
];
