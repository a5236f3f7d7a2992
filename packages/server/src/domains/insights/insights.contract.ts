import Type from 'typebox';
import { Empty, Id, Nullable, OneOf, Timestamp, Url } from '../../kernel/contract/common-schemas.ts';
import { operation } from '../../kernel/contract/operation.ts';
import { onSite } from '../sites/index.ts';
import { EVENT_TYPES, LINK_POSITIONS } from './events/event-types.ts';

const BODY_LIMIT = 256 * 1024;

const Name = Type.String({ maxLength: 256 });
const Query = Type.String({ maxLength: 512 });
const NullableId = Nullable(Id);

const Session = Type.Object({
  visitorId: Name,
  sessionId: Name,
  cookies: Type.Record(Type.String(), Type.String({ maxLength: 4096 }), { maxProperties: 100 }),
  ip: Type.Optional(Type.String({ maxLength: 64 })),
  userAgent: Type.String({ maxLength: 1024 }),
  language: Nullable(Type.String({ maxLength: 64 })),
  referrer: Nullable(Type.Union([Type.Literal(''), Url])),
  visitorAuthClaims: Type.Optional(Type.Record(Type.String(), Type.Unknown(), { maxProperties: 100 })),
});

const Location = Type.Object({
  url: Url,
  displayContext: Type.Optional(OneOf(['site', 'embed'])),
  siteSection: NullableId,
  siteSpace: NullableId,
  siteShareKey: Nullable(Name),
  space: NullableId,
  revision: NullableId,
  page: NullableId,
});

/** An event of a site visitor; `validateEvent` requires the fields of its type. */
export const InsightsEvent = Type.Object({
  type: OneOf(EVENT_TYPES),
  session: Session,
  location: Location,
  timestamp: Type.Optional(Timestamp),
  feedback: Type.Optional(
    Type.Object({
      rating: OneOf(['bad', 'ok', 'good']),
      comment: Type.Optional(Type.String({ minLength: 1, maxLength: 512 })),
    }),
  ),
  query: Type.Optional(Query),
  result: Type.Optional(Type.Object({ spaceId: Name, pageId: Name })),
  rating: Type.Optional(Type.Union([Type.Literal(1), Type.Literal(-1)])),
  responseId: Type.Optional(Name),
  link: Type.Optional(
    Type.Object({
      target: Type.Object({ kind: Name }, { additionalProperties: true, maxProperties: 10 }),
      position: OneOf(LINK_POSITIONS),
    }),
  ),
  operation: Type.Optional(Type.Object({ path: Type.String({ maxLength: 1024 }), method: Name })),
  ad: Type.Optional(Type.Object({ domain: Name, zoneId: Name, placement: OneOf(['aside']) })),
  placement: Type.Optional(OneOf(['sidebar', 'ad', 'footer', 'pdf'])),
});

/** Operations that track events of site visitors, and erase them. */
export const insightsContract = {
  trackEventsInSiteById: operation({
    method: 'POST',
    path: '/orgs/{organizationId}/sites/{siteId}/insights/events',
    summary: 'Store events of site visitors, and publish them to webhooks and integrations',
    permission: 'public',
    bodyLimit: BODY_LIMIT,
    body: Type.Object({ events: Type.Array(InsightsEvent, { maxItems: 100 }) }),
    responses: { 204: Empty },
  }),
  eraseSiteVisitor: operation({
    method: 'POST',
    path: '/orgs/{organizationId}/sites/{siteId}/insights/visitors/erase',
    summary:
      'Erase the stored events of a visitor: by its id in tracked events, or by IP address and user agent',
    permission: onSite('admin'),
    body: Type.Object({
      visitorId: Type.Optional(Type.String({ minLength: 1, maxLength: 256 })),
      address: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
      userAgent: Type.Optional(Type.String({ minLength: 1, maxLength: 1024 })),
    }),
    responses: { 200: Type.Object({ events: Type.Integer({ description: 'The number of erased events' }) }) },
  }),
};
