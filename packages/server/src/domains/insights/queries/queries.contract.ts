import Type from 'typebox';
import { List, OneOf, pagedQuery, Timestamp } from '../../../kernel/contract/common-schemas.ts';
import { operation } from '../../../kernel/contract/operation.ts';
import { onSite } from '../../sites/index.ts';
import { COLUMN_NAMES } from './query-columns.ts';

const MAX_COLUMNS = 20;
const MAX_VALUES = 500;

/** A column of a query: a dimension, the time, or a count. */
const Column = Type.Object({
  column: OneOf(COLUMN_NAMES),
  interval: Type.Optional(OneOf(['hour', 'day', 'week', 'month'], { description: 'For `datetime`' })),
  precision: Type.Optional(Type.Integer({ minimum: 0, maximum: 15, description: 'For `visitorGeoPoint`' })),
  claim: Type.Optional(
    Type.String({ minLength: 1, maxLength: 64, description: 'For `visitorClaim`, which requires it' }),
  ),
});

const Filter = Type.Object({
  column: OneOf(COLUMN_NAMES),
  claim: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
  operator: Type.Optional(
    OneOf(['in', 'notIn', 'greaterThan', 'greaterThanOrEqual', 'lessThan', 'lessThanOrEqual'], {
      default: 'in',
    }),
  ),
  values: Type.Array(Type.Unknown(), { maxItems: MAX_VALUES }),
});

/** A query of events. */
export const EventsQuery = Type.Object({
  select: Type.Optional(Type.Array(Column, { maxItems: MAX_COLUMNS })),
  where: Type.Optional(Type.Array(Filter, { maxItems: MAX_COLUMNS })),
  groupBy: Type.Optional(Type.Array(Column, { maxItems: MAX_COLUMNS })),
  order: Type.Optional(Type.Object({ by: Column, direction: OneOf(['asc', 'desc']) })),
  range: Type.Union([
    OneOf(['lastYear', 'last3Months', 'last30Days', 'last7Days', 'last24Hours']),
    Type.Object({ from: Timestamp, to: Timestamp }),
  ]),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 1000 })),
});

const Values = Type.Object({
  column: OneOf(COLUMN_NAMES),
  claim: Type.Optional(Type.String()),
  values: Type.Array(Type.Unknown()),
});

const VisitorSegment = Type.Object({
  title: Type.String(),
  claims: Type.Record(Type.String(), Type.Unknown()),
  events: Type.Integer(),
  visitors: Type.Integer(),
  sessions: Type.Integer(),
});

/** Operations that count events of site visitors. */
export const queriesContract = {
  aggregateSiteEvents: operation({
    method: 'POST',
    path: '/orgs/{organizationId}/sites/{siteId}/insights/events/aggregate',
    summary: 'Count events, visitors and sessions by time and by the properties of events',
    permission: onSite('edit'),
    body: EventsQuery,
    responses: { 200: Type.Object({ columns: Type.Array(Values) }) },
  }),
  listSiteVisitorSegments: operation({
    method: 'GET',
    path: '/orgs/{organizationId}/sites/{siteId}/insights/visitor-segments',
    summary: 'List the kinds of visitors of the last 30 days: those with the same claims, most events first',
    permission: onSite('edit'),
    query: pagedQuery(),
    responses: { 200: List(VisitorSegment) },
  }),
};
