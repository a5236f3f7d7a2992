/** A property of events that queries group and filter by, as text. */
export interface Dimension {
  /** The SQL expression of its value in a row of `site_events`. */
  readonly sql: string;
  /** Whether events without a value are a group of their own. */
  readonly isNullable: boolean;
  /** Whether it is counted in advance. */
  readonly isCounted: boolean;
}

const expression = (
  sql: string,
  { isNullable = false, isCounted = true }: Partial<Pick<Dimension, 'isNullable' | 'isCounted'>> = {},
): Dimension => ({ sql, isNullable, isCounted });

const column = (name: string, more: Partial<Pick<Dimension, 'isNullable' | 'isCounted'>> = {}): Dimension =>
  expression(`site_events.${name}::text`, more);

const uncounted = { isCounted: false } as const;
const nullable = { isNullable: true } as const;
const constant = { isNullable: true, isCounted: false } as const;

/** The dimensions, by the names of their columns in queries. */
export const DIMENSIONS = {
  eventType: column('type'),
  siteSection: column('site_section_id', nullable),
  siteSpace: column('site_space_id', nullable),
  siteShareKey: column('share_key', nullable),
  displayContext: column('display_context'),
  page: expression("(site_events.space_id || '/' || site_events.page_id)", nullable),
  url: column('url'),
  visitorGeoCountry: column('country', nullable),
  // Only countries are kept, and programs are not counted.
  visitorGeoPoint: expression('null::text', constant),
  visitorBot: expression("''::text", constant),
  visitorDevice: column('device'),
  visitorBrowser: column('browser'),
  visitorOS: column('os'),
  visitorLanguage: column('language', nullable),
  referrer: column('referrer'),
  referrerDomain: column('referrer_domain'),
  utmSource: column('utm_source'),
  utmMedium: column('utm_medium'),
  utmCampaign: column('utm_campaign'),
  utmTerm: column('utm_term'),
  utmContent: column('utm_content'),
  eventSearchQuery: column('query'),
  eventPageFeedbackRating: column('rating'),
  eventPageFeedbackComment: column('comment'),
  eventAskResponseRating: column('answer_rating'),
  eventLinkTargetValue: column('link_target'),
  eventLinkTargetKind: column('link_kind'),
  eventLinkTargetDomain: column('link_domain'),
  eventLinkPosition: column('link_position'),
  eventAPIOperationPath: column('operation_path'),
  eventAPIOperationMethod: column('operation_method'),
  eventAdDomain: column('ad_domain'),
  eventAdPlacement: expression('case when site_events.ad_domain is not null then site_events.placement end'),
  eventTrademarkPlacement: expression(
    'case when site_events.ad_domain is null then site_events.placement end',
  ),
  // Of the names of the claims, which a query joins.
  visitorClaimProperty: expression('claim_names.name', uncounted),
  // Of the claim that a query names.
  visitorClaim: expression('(site_events.claims ->> claim)', uncounted),
  // All claims together: a segment.
  claims: column('claims'),
} as const satisfies Readonly<Record<string, Dimension>>;

/** The name of a dimension. */
export type DimensionName = keyof typeof DIMENSIONS;

/** The dimensions that every row of counts has, besides the one that it counts. */
export const PLACE_DIMENSIONS = [
  'eventType',
  'siteSection',
  'siteSpace',
] as const satisfies readonly DimensionName[];

/** Dimensions that are counted by day. */
export const COUNTED_DIMENSIONS = (Object.keys(DIMENSIONS) as DimensionName[]).filter(
  (name) => DIMENSIONS[name].isCounted && !PLACE_DIMENSIONS.some((place) => place === name),
);

/** Dimensions that are also counted each hour for the current day: those by which visitors are usually counted. */
export const CURRENT_DIMENSIONS = [
  'page',
  'referrerDomain',
  'visitorDevice',
  'visitorBrowser',
  'visitorOS',
  'visitorLanguage',
  'visitorGeoCountry',
] as const satisfies readonly DimensionName[];

/** Dimensions that are counted by day for each page. */
export const PAGE_DIMENSIONS = [
  'visitorDevice',
  'visitorBrowser',
  'visitorOS',
  'visitorLanguage',
  'visitorGeoCountry',
  'referrerDomain',
  'eventSearchQuery',
  'eventPageFeedbackRating',
  'eventPageFeedbackComment',
  'eventLinkTargetValue',
  'eventLinkTargetDomain',
] as const satisfies readonly DimensionName[];
