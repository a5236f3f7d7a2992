import type { IntegrationRow } from '../integrations.store.ts';
import type { RenderRequest } from './rendering.contract.ts';

type Context = RenderRequest['context'];
type DeclaringIntegration = Pick<IntegrationRow, 'blocks' | 'content_sources' | 'configurations'>;

/** The rights of a caller who renders a component. */
export interface ComponentRights {
  /** To change the configuration on the space or site of the context or, without one, in the organization. */
  readonly configure: boolean;
  /** To change the configuration in the organization. */
  readonly administer: boolean;
}

const DECLARED_COMPONENTS: Readonly<
  Record<Context['type'], (of: DeclaringIntegration) => readonly unknown[]>
> = {
  document: ({ blocks }) => (blocks ?? []).map(({ id }) => id),
  configuration_account: ({ configurations }) => configurationComponent(configurations?.account),
  configuration_space: ({ configurations }) => configurationComponent(configurations?.space),
  configuration_site: ({ configurations }) => configurationComponent(configurations?.site),
  configuration_contentsource: ({ content_sources: sources }) =>
    (sources ?? []).map(({ configuration }) => configuration.componentId),
};

const CONFIGURATION_CONTEXTS = Object.keys(DECLARED_COMPONENTS).filter(
  (type) => type !== 'document',
) as Context['type'][];

const configurationComponent = (configuration: object | undefined): readonly unknown[] =>
  configuration && 'componentId' in configuration ? [configuration.componentId] : [];

/** Whether an integration declares a component for a context. */
const isDeclaredFor = ({ type }: Context, componentId: string, integration: DeclaringIntegration): boolean =>
  DECLARED_COMPONENTS[type](integration).includes(componentId);

/**
 * Whether a caller may render a component in a document: readers may render declared blocks, editors also modals that
 * blocks open, which are not declared. Configuration components are excluded, since they act with the integration's rights.
 */
export const mayRenderInDocument = (
  { componentId, context }: Pick<RenderRequest, 'componentId' | 'context'>,
  integration: DeclaringIntegration,
  { edit, administer }: { readonly edit: boolean; readonly administer: boolean },
): boolean => {
  if (isDeclaredFor(context, componentId, integration)) return true;
  const configures = CONFIGURATION_CONTEXTS.some((type) =>
    DECLARED_COMPONENTS[type](integration).includes(componentId),
  );
  // Without blocks there are no modals to open.
  const hasBlocks = DECLARED_COMPONENTS.document(integration).length > 0;
  return edit && (administer || (hasBlocks && !configures));
};

/**
 * Whether a caller may configure with a component. A component for the organization, rendered on a space, would show and
 * change configuration of administrators only.
 */
export const mayConfigureWith = (
  { componentId, context }: Pick<RenderRequest, 'componentId' | 'context'>,
  integration: DeclaringIntegration,
  { configure, administer }: ComponentRights,
): boolean => administer || (configure && isDeclaredFor(context, componentId, integration));
