import { DIMENSIONS, type DimensionName } from '../counts/dimensions.ts';

/** The counts that a query can select. */
export const MEASURES = [
  'eventsCount',
  'sessionsCount',
  'visitorsCount',
  'pageFeedbackRating',
  'askResponseRating',
] as const;

/** The name of a count. */
export type MeasureName = (typeof MEASURES)[number];

type PublicDimension = Exclude<DimensionName, 'claims'>;

/** The names of columns. */
export const COLUMN_NAMES = [
  'datetime',
  ...MEASURES,
  ...(Object.keys(DIMENSIONS) as DimensionName[]).filter((name) => name !== 'claims'),
] as readonly ('datetime' | MeasureName | PublicDimension)[];

/** The name of a column. */
export type ColumnName = (typeof COLUMN_NAMES)[number];

/** Whether a column is a count. */
export const isMeasure = (name: ColumnName): name is MeasureName => MEASURES.some((one) => one === name);

/** How the values of a dimension are written in requests and responses. */
interface Codec {
  /** The text of a value of a filter; undefined if it is not a value of the dimension. */
  readonly encode: (value: unknown) => string | null | undefined;
  readonly decode: (text: string | null) => unknown;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const TEXT: Codec = {
  encode: (value) => (typeof value === 'string' || value === null ? value : undefined),
  decode: (text) => text,
};

const PAGE: Codec = {
  encode: (value) => {
    if (value === null) return null;
    if (!isRecord(value) || typeof value.space !== 'string') return undefined;
    if (value.page === null) return null;
    return typeof value.page === 'string' ? `${value.space}/${value.page}` : undefined;
  },
  decode: (text) => {
    if (text === null) return null;
    const [space, page] = text.split('/');
    return { page, space };
  },
};

// As PostgreSQL prints it: with sorted keys, a space after colons and commas.
const JSON_TEXT: Codec = {
  encode: (value) => (isRecord(value) ? JSON.stringify(value) : undefined),
  decode: (text) => JSON.parse(text!),
};

const NUMBER: Codec = {
  encode: (value) => (Number.isInteger(value) ? String(value) : undefined),
  decode: (text) => Number(text),
};

// Places are not known.
const NOWHERE: Codec = {
  encode: (value) => (value === null ? null : isRecord(value) ? '' : undefined),
  decode: () => null,
};

const CODECS: Readonly<Partial<Record<DimensionName, Codec>>> = {
  page: PAGE,
  eventLinkTargetValue: JSON_TEXT,
  eventAskResponseRating: NUMBER,
  visitorGeoPoint: NOWHERE,
};

/** How the values of a dimension are written. */
export const codecOf = (name: DimensionName): Codec => CODECS[name] ?? TEXT;

/** Whether two JSON texts may have to be compared as JSON. */
export const isJson = (name: DimensionName): boolean => CODECS[name] === JSON_TEXT;
