import type { RecordedEvent } from '../../kernel/events/events.ts';

/** What everybody outside may be told of, by the names that the platform has for it. */
export const BROADCAST_TYPES = [
  'space_content_updated',
  'space_gitsync_started',
  'space_gitsync_completed',
  'space_visibility_updated',
  'site_view',
  'page_feedback',
] as const;

/** A kind of event that is for everybody who asked for it. */
export type BroadcastType = (typeof BROADCAST_TYPES)[number];

/** An event of the platform as receivers are given it; the id stays the same however often it is sent. */
export interface AnnouncedEvent {
  readonly eventId: string;
  readonly type: BroadcastType;
  readonly installationId?: string;
  readonly spaceId?: string;
  readonly siteId?: string;
  readonly [field: string]: unknown;
}

/** An event of the platform, and whose it is. */
export interface Announcement {
  readonly organizationId: string;
  readonly event: AnnouncedEvent;
}

type Said = Omit<AnnouncedEvent, 'eventId'> & Pick<AnnouncedEvent, 'type'>;
type Payload = Readonly<Record<string, unknown>>;

/** The events that are told of and not kept in the log: they say too much of people, or come too often. */
export const UNLOGGED = {
  siteViewed: 'site.viewed',
  pageFeedback: 'site.page-feedback',
} as const;

const contentUpdated = (spaceId: string, { revision }: Payload): Said => ({
  type: 'space_content_updated',
  spaceId,
  revisionId: revision,
});

// What a site tells of its visitors is in the form in which it is passed on.
const ofSite =
  (type: BroadcastType) =>
  ({ target, payload = {} }: RecordedEvent): Said => ({ type, siteId: target.id, ...payload });

const TABLE: Readonly<Record<string, (event: RecordedEvent) => Said>> = {
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
  [UNLOGGED.siteViewed]: ofSite('site_view'),
  [UNLOGGED.pageFeedback]: ofSite('page_feedback'),
};

/** The actions of recorded events that receivers outside are told of: jobs that tell them subscribe to these. */
export const ANNOUNCED_ACTIONS: readonly string[] = Object.keys(TABLE);

/** What receivers outside are told of a recorded event: the same whenever it is asked. */
export const announcementsOf = (event: RecordedEvent): readonly Announcement[] => {
  const said = TABLE[event.action]?.(event);
  return said && event.organizationId !== null
    ? [{ organizationId: event.organizationId, event: { eventId: event.id, ...said } }]
    : [];
};
