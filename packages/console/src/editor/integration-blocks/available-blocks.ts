import type { Block } from '@lectern/document';
import { read } from '../../api/queries.ts';

/** The blocks of the integrations that are installed in a space. */
export const readIntegrationBlocks = (spaceId: string) => ({
  ...read('/spaces/{spaceId}/integration-blocks', { params: { spaceId } }),
  staleTime: 60_000,
});

/** A new block of an integration. */
export const integrationBlockOf = (integration: string, block: string): Block => ({
  object: 'block',
  type: 'integration',
  isVoid: true,
  data: { integration, block, props: {} },
});
