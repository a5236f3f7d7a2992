import type { Document } from '@lectern/document';
import {
  type ComponentOutput,
  frameSourcesOf,
  type IntegrationBlock,
  isInteractive,
  type RenderContext,
  withBoundValues,
} from '@lectern/site';
import { notFound } from '../../../kernel/errors/errors.ts';
import type { Variant } from '../site/structure.ts';
import type { Visit } from '../site/visit.ts';
import {
  type BlockAction,
  type BlockConversion,
  type BlockReference,
  blockReferenceIn,
  blockReferencesIn,
  idOfBlock,
  keyOfBlock,
  mayHaveBlocks,
  withConvertedBlocks,
} from './integration-blocks.ts';

/** A rendered block; undefined `shown` if no active integration of the space has it. */
export interface RenderedBlock {
  readonly shown: IntegrationBlock | undefined;
  /** Time until which it may be shown. */
  readonly until: number;
}

/** The blocks of the active integrations of a space. */
export interface SpaceBlocks {
  readonly conversions: readonly BlockConversion[];
  /** Renders blocks concurrently; results are in the order of the references. */
  renderAll(references: readonly BlockReference[]): Promise<readonly RenderedBlock[]>;
  /** Runs an action of a block; undefined if the interaction is complete. */
  act(
    reference: BlockReference,
    state: ComponentOutput['state'],
    action: BlockAction,
  ): Promise<ComponentOutput | undefined>;
}

/** An action of a reader on a block of a page. */
export interface BlockInput {
  /** The id of the block in the page. */
  readonly block: string;
  readonly state: ComponentOutput['state'];
  readonly action: BlockAction;
}

/** The rendered integration blocks of a page. */
export interface PageBlocks {
  readonly context: Pick<RenderContext, 'integrationOf'>;
  /** The document, in which they may replace code and embeds. */
  readonly document: Document;
  readonly hasBlocks: boolean;
  /** Whether readers can act on some of them. */
  readonly hasForms: boolean;
  /** Sources that the content security policy has to allow in iframes. */
  readonly frames: readonly string[];
  /** Time until which they may be shown. */
  readonly until: number;
}

// Each source lengthens the header of the content security policy.
const MAX_FRAMES = 20;
const NO_BLOCKS: Omit<PageBlocks, 'document'> = {
  context: {},
  hasBlocks: false,
  hasForms: false,
  frames: [],
  until: Number.POSITIVE_INFINITY,
};

/** Makes the service for blocks of integrations in pages. */
export const createIntegrationBlocksService = ({
  blocksInSpace,
}: {
  readonly blocksInSpace: (space: {
    readonly organization_id: string;
    readonly id: string;
  }) => Promise<SpaceBlocks>;
}) => {
  const blocksOf = ({ site }: Visit, { space }: Variant) =>
    blocksInSpace({ organization_id: site.organization, id: space });

  return {
    /** Renders the integration blocks of a document; readers send actions to the URL. */
    render: async (
      visit: Visit,
      variant: Variant,
      document: Document,
      url: string | undefined,
    ): Promise<PageBlocks> => {
      if (visit.site.integrations === null || !mayHaveBlocks(document)) return { ...NO_BLOCKS, document };
      const { conversions, renderAll } = await blocksOf(visit, variant);
      const references = blockReferencesIn(document, conversions);
      if (references.length === 0) return { ...NO_BLOCKS, document };
      const results = await renderAll(references);
      const shownOf = (reference: BlockReference, at: number): IntegrationBlock | undefined => {
        const { shown } = results[at]!;
        return typeof shown === 'object' && url !== undefined
          ? { ...shown, interaction: { url, id: idOfBlock(reference) } }
          : shown;
      };
      const byKey = new Map(
        references.map((reference, at) => [keyOfBlock(reference), shownOf(reference, at)]),
      );
      const outputs = [...byKey.values()].filter((block) => typeof block === 'object');
      return {
        context: {
          integrationOf: (data) => {
            const reference = blockReferenceIn(data);
            return reference && byKey.get(keyOfBlock(reference));
          },
        },
        // Code and links are better than a block that failed.
        document: withConvertedBlocks(
          document,
          conversions,
          (reference) => typeof byKey.get(keyOfBlock(reference)) === 'object',
        ),
        hasBlocks: [...byKey.values()].some((block) => block !== undefined),
        hasForms: url !== undefined && outputs.some(isInteractive),
        frames: [...new Set(outputs.flatMap(frameSourcesOf))].slice(0, MAX_FRAMES),
        until: Math.min(...results.map(({ until }) => until)),
      };
    },

    /** Runs an action of a reader on a block of a document; undefined if the interaction is complete. */
    act: async (
      visit: Visit,
      variant: Variant,
      document: Document,
      { block, state, action }: BlockInput,
      url: string,
    ): Promise<ComponentOutput | undefined> => {
      const { conversions, act } = await blocksOf(visit, variant);
      // Only with the properties that the page gives it.
      const reference = blockReferencesIn(document, conversions).find((one) => idOfBlock(one) === block);
      if (!reference) throw notFound('block');
      const bound = withBoundValues(action, state) as BlockAction;
      const output = await act(reference, state, bound);
      return output && { ...output, interaction: { url, id: block } };
    },
  };
};

/** Integration blocks in pages. */
export type IntegrationBlocksService = ReturnType<typeof createIntegrationBlocksService>;
