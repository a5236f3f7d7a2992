import type { Document } from '@lectern/document';
import { frameSourcesOf, type IntegrationBlock, type RenderContext } from '@lectern/site';
import type { Variant } from '../site/structure.ts';
import type { Visit } from '../site/visit.ts';
import {
  type BlockReference,
  blockReferenceIn,
  blockReferencesIn,
  keyOfBlock,
} from './integration-blocks.ts';

/** A rendered block; undefined `shown` if no active integration of the space has it. */
export interface RenderedBlock {
  readonly shown: IntegrationBlock | undefined;
  /** Time until which it may be shown. */
  readonly until: number;
}

/** Lets the integrations of a space render blocks, concurrently; results are in the order of the references. */
export type RenderBlocks = (
  space: { readonly organization_id: string; readonly id: string },
  references: readonly BlockReference[],
) => Promise<readonly RenderedBlock[]>;

/** The rendered integration blocks of a page. */
export interface PageBlocks {
  readonly context: Pick<RenderContext, 'integrationOf'>;
  readonly hasBlocks: boolean;
  /** Sources that the content security policy has to allow in iframes. */
  readonly frames: readonly string[];
  /** Time until which they may be shown. */
  readonly until: number;
}

// Each source lengthens the header of the content security policy.
const MAX_FRAMES = 20;
const NO_BLOCKS: PageBlocks = {
  context: {},
  hasBlocks: false,
  frames: [],
  until: Number.POSITIVE_INFINITY,
};

/** Makes the service for blocks of integrations in pages. */
export const createIntegrationBlocksService = ({
  renderBlocks,
}: {
  readonly renderBlocks: RenderBlocks;
}) => ({
  /** Renders the integration blocks of a document. */
  render: async ({ site }: Visit, { space }: Variant, document: Document): Promise<PageBlocks> => {
    const references = site.integrations === null ? [] : blockReferencesIn(document);
    if (references.length === 0) return NO_BLOCKS;
    const blocks = await renderBlocks({ organization_id: site.organization, id: space }, references);
    const byKey = new Map(references.map((reference, at) => [keyOfBlock(reference), blocks[at]!.shown]));
    const shown = [...byKey.values()].filter((block) => block !== undefined);
    return {
      context: {
        integrationOf: (data) => {
          const reference = blockReferenceIn(data);
          return reference && byKey.get(keyOfBlock(reference));
        },
      },
      hasBlocks: shown.length > 0,
      frames: [...new Set(shown.flatMap((block) => (block === 'failed' ? [] : frameSourcesOf(block))))].slice(
        0,
        MAX_FRAMES,
      ),
      until: Math.min(...blocks.map(({ until }) => until)),
    };
  },
});

/** Integration blocks in pages. */
export type IntegrationBlocksService = ReturnType<typeof createIntegrationBlocksService>;
