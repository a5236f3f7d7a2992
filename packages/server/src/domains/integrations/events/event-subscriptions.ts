import type { PublicEventType } from '../../public-events/index.ts';
import type { ContentKind } from '../installations/content-installations.store.ts';
import type { IntegrationScope } from '../integration-schemas.ts';

interface Subscription {
  /** Whether the integration must be installed on the space or on the site of the event. */
  readonly kind: ContentKind;
  readonly scope: IntegrationScope;
}

const SUBSCRIPTIONS: Readonly<Record<PublicEventType, Subscription>> = {
  space_content_updated: { kind: 'space', scope: 'space:content:read' },
  space_gitsync_started: { kind: 'space', scope: 'space:git:sync' },
  space_gitsync_completed: { kind: 'space', scope: 'space:git:sync' },
  space_visibility_updated: { kind: 'space', scope: 'space:metadata:read' },
  site_view: { kind: 'site', scope: 'site:views:read' },
  page_feedback: { kind: 'site', scope: 'page:feedback:read' },
};

/** The filter for installations that receive an event; undefined if none do. */
export const subscribersOf = (event: Readonly<Record<string, unknown>>) => {
  const subscription = (SUBSCRIPTIONS as Readonly<Record<string, Subscription>>)[String(event.type)];
  const id = subscription && event[`${subscription.kind}Id`];
  return typeof id === 'string'
    ? { content: { kind: subscription!.kind, id }, scope: subscription!.scope, active: true }
    : undefined;
};
