import Type from 'typebox';
import { Empty, Id, Nullable, OneOf, Timestamp, Url } from '../../kernel/contract/common-schemas.ts';
import { operation } from '../../kernel/contract/operation.ts';

const BODY_LIMIT = 256 * 1024;

// Only the first three are published; the others are accepted and ignored.
const EventType = OneOf([
  'page_view',
  'page_post_feedback',
  'page_post_feedback_comment',
  'search_open',
  'search_type_query',
  'search_open_result',
  'ask_question',
  'ask_view',
  'ask_rate_response',
  'link_click',
  'api_client_open',
  'api_client_request',
  'ad_click',
  'ad_display',
  'trademark_click',
]);
const Name = Type.String({ maxLength: 256 });
const NullableId = Nullable(Id);

const Session = Type.Object({
  visitorId: Name,
  sessionId: Name,
  cookies: Type.Record(Type.String(), Type.String({ maxLength: 4096 }), { maxProperties: 100 }),
  ip: Type.Optional(Type.String({ maxLength: 64 })),
  userAgent: Type.String({ maxLength: 1024 }),
  language: Nullable(Type.String({ maxLength: 64 })),
  referrer: Nullable(Type.Union([Type.Literal(''), Url])),
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

/** An event of a site visitor. */
export const InsightsEvent = Type.Object({
  type: EventType,
  session: Session,
  location: Location,
  timestamp: Type.Optional(Timestamp),
  feedback: Type.Optional(
    Type.Object({
      rating: OneOf(['bad', 'ok', 'good']),
      comment: Type.Optional(Type.String({ minLength: 1, maxLength: 512 })),
    }),
  ),
});

/** Operations that track events of site visitors. */
export const insightsContract = {
  trackEventsInSiteById: operation({
    method: 'POST',
    path: '/orgs/{organizationId}/sites/{siteId}/insights/events',
    summary: 'Publish events of site visitors to webhooks and integrations; the server does not store them',
    permission: 'public',
    bodyLimit: BODY_LIMIT,
    body: Type.Object({ events: Type.Array(InsightsEvent, { maxItems: 100 }) }),
    responses: { 204: Empty },
  }),
};
