import type { RecordedEvent } from '../../kernel/events/event.ts';

/** The types of events that webhooks and integrations can receive. */
export const PUBLIC_EVENT_TYPES = [
  'space_content_updated',
  'space_gitsync_started',
  'space_gitsync_completed',
  'space_visibility_updated',
  'site_view',
  'page_feedback',
] as const;

/** A type of event that webhooks and integrations can receive. */
export type PublicEventType = (typeof PUBLIC_EVENT_TYPES)[number];

/** An event as webhooks and integrations receive it; retries have the same id. */
export interface PublicEvent {
  readonly eventId: string;
  readonly type: PublicEventType;
  readonly installationId?: string;
  readonly spaceId?: string;
  readonly siteId?: string;
  readonly [field: string]: unknown;
}

/** An event with its organization. */
export interface OrganizationEvent {
  readonly organizationId: string;
  readonly event: PublicEvent;
}

type EventFields = Omit<PublicEvent, 'eventId'> & Pick<PublicEvent, 'type'>;
type Payload = Readonly<Record<string, unknown>>;

/** Actions that are published but not recorded in the audit log, because they are personal data or too frequent. */
export const UNLOGGED_ACTIONS = {
  siteViewed: 'site.viewed',
  pageFeedback: 'site.page-feedback',
} as const;

const contentUpdated = (spaceId: string, { revision }: Payload): EventFields => ({
  type: 'space_content_updated',
  spaceId,
  revisionId: revision,
});

// Payloads of site events have the public form already.
const siteEvent =
  (type: PublicEventType) =>
  ({ target, payload = {} }: RecordedEvent): EventFields => ({ type, siteId: target.id, ...payload });

const EVENTS_BY_ACTION: Readonly<Record<string, (event: RecordedEvent) => EventFields>> = {
  'space.content-updated': ({ target, payload = {} }) => contentUpdated(target.id, payload),
  'space.rolled-back': ({ target, payload = {} }) => contentUpdated(target.id, payload),
  'change-request.merged': ({ payload = {} }) => contentUpdated(String(payload.space), payload),
  'space.git-sync-started': ({ target, payload = {} }) => ({
    type: 'space_gitsync_started',
    spaceId: target.id,
    revisionId: payload.revision,
    commitId: payload.commit,
  }),
  'space.git-sync-completed': ({ target, payload = {} }) => ({
    type: 'space_gitsync_completed',
    spaceId: target.id,
    state: payload.state,
    revisionId: payload.revision,
    commitId: payload.commit,
  }),
  'space.visibility-changed': ({ target, payload = {} }) => ({
    type: 'space_visibility_updated',
    spaceId: target.id,
    previousVisibility: payload.from,
    visibility: payload.to,
  }),
  [UNLOGGED_ACTIONS.siteViewed]: siteEvent('site_view'),
  [UNLOGGED_ACTIONS.pageFeedback]: siteEvent('page_feedback'),
};

/** The recorded actions that have a public event. */
export const PUBLIC_ACTIONS: readonly string[] = Object.keys(EVENTS_BY_ACTION);

/** The public events of a recorded event; deterministic. */
export const toPublicEvents = (event: RecordedEvent): readonly OrganizationEvent[] => {
  const fields = EVENTS_BY_ACTION[event.action]?.(event);
  return fields && event.organizationId !== null
    ? [{ organizationId: event.organizationId, event: { eventId: event.id, ...fields } }]
    : [];
};
