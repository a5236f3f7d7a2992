import type { Document } from '@lectern/document';
import { framesIn, type IntegrationBlock, type RenderContext } from '@lectern/site';
import type { Variant } from '../site/structure.ts';
import { blocksOf, nameOf, type WantedBlock, wantedIn } from './integration-blocks.ts';
import type { Visit } from './layout.ts';

/** What a block shows, and until when; undefined where no integration at work in the space has it. */
export interface AnsweredBlock {
  readonly shown: IntegrationBlock | undefined;
  readonly until: number;
}

/** Asks the integrations of a space for what their blocks show, all at once, in the order of the questions. */
export type ShowBlocks = (
  space: { readonly organization_id: string; readonly id: string },
  wanted: readonly WantedBlock[],
) => Promise<readonly AnsweredBlock[]>;

/** What the blocks of a page need to be shown. */
export interface MetBlocks {
  readonly context: Pick<RenderContext, 'integrationOf'>;
  readonly hasBlocks: boolean;
  /** What a policy has to allow for their frames. */
  readonly frames: readonly string[];
  readonly until: number;
}

// Each is a word in a header.
const MOST_FRAMES = 20;
const NONE: MetBlocks = { context: {}, hasBlocks: false, frames: [], until: Number.POSITIVE_INFINITY };

/** Blocks of integrations in pages. */
export const createBlocksService = ({ showBlocks }: { readonly showBlocks: ShowBlocks }) => ({
  /** What those in a document show. */
  meet: async ({ site }: Visit, { space }: Variant, document: Document): Promise<MetBlocks> => {
    const wanted = site.integrations === null ? [] : blocksOf(document);
    if (wanted.length === 0) return NONE;
    const answers = await showBlocks({ organization_id: site.organization, id: space }, wanted);
    const byName = new Map(wanted.map((one, at) => [nameOf(one), answers[at]!.shown]));
    const shown = [...byName.values()].filter((one) => one !== undefined);
    return {
      context: {
        integrationOf: (data) => {
          const one = wantedIn(data);
          return one && byName.get(nameOf(one));
        },
      },
      hasBlocks: shown.length > 0,
      frames: [...new Set(shown.flatMap((one) => (one === 'failed' ? [] : framesIn(one))))].slice(
        0,
        MOST_FRAMES,
      ),
      until: Math.min(...answers.map(({ until }) => until)),
    };
  },
});

/** Blocks of integrations in pages. */
export type BlocksService = ReturnType<typeof createBlocksService>;
