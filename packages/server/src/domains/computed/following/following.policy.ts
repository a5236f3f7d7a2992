import type { RecordedEvent } from '../../../kernel/events/events.ts';
import type { Concerned } from '../computed.store.ts';

/** Which spaces with computed pages something concerns. */
export interface Following {
  readonly concerned?: readonly Concerned[];
  /** A specification: whoever shows it is concerned, too. */
  readonly spec?: string;
  /** Whether the pages of these spaces are made anew of what is built in, too. */
  readonly isMade?: boolean;
  /** Whether integrations are asked even if nothing that we know of is different. */
  readonly refresh?: boolean;
}

type Payload = Readonly<Record<string, unknown>>;

const ofIntegration = ({ payload = {}, organizationId }: RecordedEvent): Following => ({
  concerned: [{ organizationId: organizationId!, integration: String((payload as Payload).integration) }],
  refresh: true,
});
const onSpace = (event: RecordedEvent): Following => {
  const { concerned = [] } = ofIntegration(event);
  const { space } = (event.payload ?? {}) as Payload;
  return { concerned: concerned.map((one) => ({ ...one, spaceId: String(space) })), refresh: true };
};
// Wherever it is installed.
const published = ({ target }: RecordedEvent): Following => ({
  concerned: [{ integration: target.label! }],
  refresh: true,
});
// What is computed from each other would never come to rest.
const contentOf = (organizationId: string | null, space: string, { computed }: Payload): Following =>
  computed === true ? {} : { concerned: [{ organizationId: organizationId!, dependency: `space:${space}` }] };
const ofSpecification = ({ organizationId, target }: RecordedEvent): Following => ({
  concerned: [{ organizationId: organizationId!, dependency: `openapi:${target.label!.toLowerCase()}` }],
  spec: target.label!,
});
// What was made then is what it was then; others look at the space as it is.
const itself = ({ organizationId, target }: RecordedEvent): Following => ({
  concerned: [
    { organizationId: organizationId!, spaceId: target.id },
    { organizationId: organizationId!, dependency: `space:${target.id}` },
  ],
  refresh: true,
});

const TABLE: Readonly<Record<string, (event: RecordedEvent) => Following>> = {
  'integration.published': published,
  'integration.unpublished': published,
  'installation.created': ofIntegration,
  'installation.updated': ofIntegration,
  'installation.deleted': ofIntegration,
  'space-installation.created': onSpace,
  'space-installation.updated': onSpace,
  'space-installation.deleted': onSpace,
  'openapi.version-created': ofSpecification,
  'openapi.deleted': ofSpecification,
  'openapi.visibility-changed': ofSpecification,
  'space.content-updated': ({ organizationId, target, payload = {} }) =>
    contentOf(organizationId, target.id, payload),
  'change-request.merged': ({ organizationId, payload = {} }) =>
    contentOf(organizationId, String((payload as Payload).space), payload),
  'space.rolled-back': itself,
  // Specifications of the organization that it left are not there any more.
  'space.received': (event) => ({ ...itself(event), isMade: true }),
  'collection.received': ({ organizationId }) => ({
    concerned: [{ organizationId: organizationId! }],
    isMade: true,
    refresh: true,
  }),
};

/** The actions of recorded events on which computed pages depend. */
export const FOLLOWED_ACTIONS: readonly string[] = Object.keys(TABLE);

/** Which spaces a recorded event concerns. */
export const concernedBy = (event: RecordedEvent): Following => TABLE[event.action]?.(event) ?? {};
