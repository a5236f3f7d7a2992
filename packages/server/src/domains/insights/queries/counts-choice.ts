import {
  CURRENT_DIMENSIONS,
  DIMENSIONS,
  type DimensionName,
  PAGE_DIMENSIONS,
  PLACE_DIMENSIONS,
} from '../counts/dimensions.ts';
import {
  type DimensionFilter,
  isSameDimension,
  needsRatings,
  needsVisitors,
  type QueryPlan,
  type UsedDimension,
} from './query-plan.ts';

/** Which counts made in advance answer a query. */
export interface CountsChoice {
  /** The dimension besides type, section and space, and besides the page of `page`; empty if there is none. */
  readonly dimension: DimensionName | '';
  readonly level: 0 | 1 | 2;
  readonly isByType: boolean;
  /** The page whose own counts are read; undefined for the counts of all pages. */
  readonly page: string | undefined;
  /** Whether the current day is counted as far as it has passed; otherwise only whole days are. */
  readonly hasCurrentDay: boolean;
  /** Whether visitors are counted once who belong to several of the rows that are added up. */
  readonly isExact: boolean;
}

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

const isPlace = ({ name }: UsedDimension) => PLACE_DIMENSIONS.some((place) => place === name);

const isOneValue = ({ isExcluded, values }: DimensionFilter): boolean => !isExcluded && values.length === 1;

/** The page that a query is limited to; undefined if it is not limited to one. */
const onlyPage = ({ dimensions, filters }: QueryPlan): string | undefined => {
  const ofPages = filters.filter(({ name }) => name === 'page');
  return ofPages.length === 1 && isOneValue(ofPages[0]!) && !dimensions.some(({ name }) => name === 'page')
    ? (ofPages[0]!.values[0] ?? undefined)
    : undefined;
};

/**
 * The counts that answer a query; undefined if only the events themselves do. Visitors of several values cannot be added
 * up exactly, as one visitor may have more than one of them.
 */
export const countsFor = (plan: QueryPlan, countedUntil: Date | undefined): CountsChoice | undefined => {
  const { grain, from, to, dimensions, filters } = plan;
  const length = grain === 'hour' ? HOUR_MS : DAY_MS;
  const isWhole = (time: Date) => time.getTime() % length === 0;
  if (!countedUntil || !isWhole(from) || (!isWhole(to) && to < countedUntil)) return undefined;
  const used = [...dimensions, ...filters];
  const others = [...new Set(used.filter((one) => !isPlace(one)).map(({ name }) => name))];
  if (others.some((name) => grain === 'hour' || !DIMENSIONS[name].isCounted)) return undefined;
  const isGrouped = (used: UsedDimension) => dimensions.some((one) => isSameDimension(one, used));
  // Events without a value are not among the counts of most dimensions.
  if (
    filters.some(
      (one) => one.isExcluded && !DIMENSIONS[one.name].isNullable && !isPlace(one) && !isGrouped(one),
    )
  )
    return undefined;
  const uses = (name: DimensionName) => used.some((one) => one.name === name);
  const isExact = filters.every((filter) => isOneValue(filter) || isGrouped(filter));
  const choice = {
    level: uses('siteSpace') ? 2 : uses('siteSection') ? 1 : 0,
    isByType: uses('eventType'),
  } as const;
  if (others.length <= 1) {
    const dimension = others[0] ?? '';
    const hasCurrentDay = dimension === '' || CURRENT_DIMENSIONS.some((name) => name === dimension);
    return { ...choice, dimension, page: undefined, hasCurrentDay, isExact };
  }
  const page = onlyPage(plan);
  const dimension = others.find((name) => name !== 'page')!;
  if (page === undefined || others.length > 2 || needsRatings(plan)) return undefined;
  if (!PAGE_DIMENSIONS.some((name) => name === dimension)) return undefined;
  const isOfType = choice.isByType || !needsVisitors(plan);
  return { ...choice, dimension, page, hasCurrentDay: false, isExact: isExact && isOfType };
};
