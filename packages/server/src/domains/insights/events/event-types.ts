/** The types of events that clients send. */
export const EVENT_TYPES = [
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
] as const;

/** The places of links. */
export const LINK_POSITIONS = ['announcement', 'header', 'footer', 'sidebar', 'content'] as const;

/** The types of events that only this server records; they are counted where a query asks for them. */
export const OWN_EVENT_TYPES = ['search_without_result', 'page_not_found'] as const;

/** The type of a stored event. */
export type StoredEventType = (typeof EVENT_TYPES)[number] | (typeof OWN_EVENT_TYPES)[number];

/** The field that an event must have besides those of all events, by its type. */
export const REQUIRED_FIELDS = {
  page_view: [],
  page_post_feedback: ['feedback'],
  page_post_feedback_comment: ['feedback', 'feedback.comment'],
  search_open: [],
  search_type_query: ['query'],
  search_open_result: ['query', 'result'],
  ask_question: ['query'],
  ask_view: [],
  ask_rate_response: ['query', 'rating', 'responseId'],
  link_click: ['link'],
  api_client_open: ['operation'],
  api_client_request: ['operation'],
  ad_click: ['ad'],
  ad_display: ['ad'],
  trademark_click: ['placement'],
} as const satisfies Readonly<Record<(typeof EVENT_TYPES)[number], readonly string[]>>;
