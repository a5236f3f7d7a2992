import type { IntegrationRow } from '../integrations.store.ts';
import type { Asked } from './rendering.contract.ts';

type Context = Asked['context'];
type Declared = Pick<IntegrationRow, 'blocks' | 'content_sources' | 'configurations'>;

/** What somebody who asks for a component may do there. */
export interface Rights {
  /** Change what the space or site of the context was told; without one, the organization. */
  readonly configure: boolean;
  /** Change what the organization was told. */
  readonly administer: boolean;
}

const DECLARED: Readonly<Record<Context['type'], (of: Declared) => readonly unknown[]>> = {
  document: ({ blocks }) => (blocks ?? []).map(({ id }) => id),
  configuration_account: ({ configurations }) => componentIn(configurations?.account),
  configuration_space: ({ configurations }) => componentIn(configurations?.space),
  configuration_site: ({ configurations }) => componentIn(configurations?.site),
  configuration_contentsource: ({ content_sources: sources }) =>
    (sources ?? []).map(({ configuration }) => configuration.componentId),
};

const CONFIGURING = Object.keys(DECLARED).filter((type) => type !== 'document') as Context['type'][];

const componentIn = (configuration: object | undefined): readonly unknown[] =>
  configuration && 'componentId' in configuration ? [configuration.componentId] : [];

/** Whether an integration means a component for a context. */
export const isMeantFor = ({ type }: Context, componentId: string, integration: Declared): boolean =>
  DECLARED[type](integration).includes(componentId);

/**
 * Whether somebody may ask for a component in a document: readers for declared blocks, those who edit it also for what
 * these open, which integrations declare nowhere. One that configures would act there with the rights of the integration.
 */
export const mayReadBy = (
  { componentId, context }: Pick<Asked, 'componentId' | 'context'>,
  integration: Declared,
  { edit, administer }: { readonly edit: boolean; readonly administer: boolean },
): boolean => {
  if (isMeantFor(context, componentId, integration)) return true;
  const configures = CONFIGURING.some((type) => DECLARED[type](integration).includes(componentId));
  // Where there are no blocks, nothing is opened by one.
  const hasBlocks = DECLARED.document(integration).length > 0;
  return edit && (administer || (hasBlocks && !configures));
};

/**
 * Whether somebody may configure by a component. One for the organization, asked for on a space, would show and change
 * what only administrators may.
 */
export const mayConfigureBy = (
  { componentId, context }: Pick<Asked, 'componentId' | 'context'>,
  integration: Declared,
  { configure, administer }: Rights,
): boolean => administer || (configure && isMeantFor(context, componentId, integration));
