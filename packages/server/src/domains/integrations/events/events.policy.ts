import type { BroadcastType } from '../../announcements/index.ts';
import type { ContentKind } from '../contents/contents.store.ts';
import type { IntegrationScope } from '../integrations.contract.ts';

interface Interest {
  /** Who has to have the integration: the space, or the site, that it is about. */
  readonly kind: ContentKind;
  readonly scope: IntegrationScope;
}

const INTERESTS: Readonly<Record<BroadcastType, Interest>> = {
  space_content_updated: { kind: 'space', scope: 'space:content:read' },
  space_gitsync_started: { kind: 'space', scope: 'space:git:sync' },
  space_gitsync_completed: { kind: 'space', scope: 'space:git:sync' },
  space_visibility_updated: { kind: 'space', scope: 'space:metadata:read' },
  site_view: { kind: 'site', scope: 'site:views:read' },
  page_feedback: { kind: 'site', scope: 'page:feedback:read' },
};

/** Which installations an event is for; undefined when it is for none. */
export const concernedBy = (event: Readonly<Record<string, unknown>>) => {
  const interest = (INTERESTS as Readonly<Record<string, Interest>>)[String(event.type)];
  const id = interest && event[`${interest.kind}Id`];
  return typeof id === 'string'
    ? { content: { kind: interest!.kind, id }, scope: interest!.scope, active: true }
    : undefined;
};
