import type { RecordedEvent } from '../../kernel/events/event.ts';
import type { SpaceFilter } from './computed.store.ts';

/** The spaces whose computed pages an event affects. */
export interface AffectedSpaces {
  readonly spaces?: readonly SpaceFilter[];
  /** A specification: spaces that show it are affected, too. */
  readonly spec?: string;
  /** Whether pages of built-in sources are rebuilt, too. */
  readonly rebuildsBuiltIn?: boolean;
  /** Whether scripts are called even if no dependency is known to have changed. */
  readonly refresh?: boolean;
}

type Payload = Readonly<Record<string, unknown>>;

const withIntegration = ({ payload = {}, organizationId }: RecordedEvent): AffectedSpaces => ({
  spaces: [{ organizationId: organizationId!, integration: String((payload as Payload).integration) }],
  refresh: true,
});
const onSpaceInstallation = (event: RecordedEvent): AffectedSpaces => {
  const { spaces = [] } = withIntegration(event);
  const { space } = (event.payload ?? {}) as Payload;
  return { spaces: spaces.map((one) => ({ ...one, spaceId: String(space) })), refresh: true };
};
// All organizations that installed the integration.
const onPublication = ({ target }: RecordedEvent): AffectedSpaces => ({
  spaces: [{ integration: target.label! }],
  refresh: true,
});
// Updates by this domain are ignored: pages computed from each other would be rebuilt endlessly.
const onContent = (organizationId: string | null, space: string, { computed }: Payload): AffectedSpaces =>
  computed === true ? {} : { spaces: [{ organizationId: organizationId!, dependency: `space:${space}` }] };
const onSpecification = ({ organizationId, target }: RecordedEvent): AffectedSpaces => ({
  spaces: [{ organizationId: organizationId!, dependency: `openapi:${target.label!.toLowerCase()}` }],
  spec: target.label!,
});
// A rollback restores old pages of this space; other spaces depend on its content.
const onSpace = ({ organizationId, target }: RecordedEvent): AffectedSpaces => ({
  spaces: [
    { organizationId: organizationId!, spaceId: target.id },
    { organizationId: organizationId!, dependency: `space:${target.id}` },
  ],
  refresh: true,
});

const AFFECTED_BY_ACTION: Readonly<Record<string, (event: RecordedEvent) => AffectedSpaces>> = {
  'integration.published': onPublication,
  'integration.unpublished': onPublication,
  'installation.created': withIntegration,
  'installation.updated': withIntegration,
  'installation.deleted': withIntegration,
  'space-installation.created': onSpaceInstallation,
  'space-installation.updated': onSpaceInstallation,
  'space-installation.deleted': onSpaceInstallation,
  'openapi.version-created': onSpecification,
  'openapi.deleted': onSpecification,
  'openapi.visibility-changed': onSpecification,
  'space.content-updated': ({ organizationId, target, payload = {} }) =>
    onContent(organizationId, target.id, payload),
  'change-request.merged': ({ organizationId, payload = {} }) =>
    onContent(organizationId, String((payload as Payload).space), payload),
  'space.rolled-back': onSpace,
  // A moved space loses the specifications of its former organization.
  'space.received': (event) => ({ ...onSpace(event), rebuildsBuiltIn: true }),
  'collection.received': ({ organizationId }) => ({
    spaces: [{ organizationId: organizationId! }],
    rebuildsBuiltIn: true,
    refresh: true,
  }),
};

/** The most frequent of them, which affect only pages that are computed from the content of other spaces. */
export const CONTENT_ACTIONS: readonly string[] = ['space.content-updated', 'change-request.merged'];

/** The recorded actions that affect computed pages. */
export const AFFECTING_ACTIONS: readonly string[] = Object.keys(AFFECTED_BY_ACTION);

/** The spaces whose computed pages a recorded event affects. */
export const affectedBy = (event: RecordedEvent): AffectedSpaces =>
  AFFECTED_BY_ACTION[event.action]?.(event) ?? {};
