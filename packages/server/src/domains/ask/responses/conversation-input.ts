import type { Static } from 'typebox';
import { invalid } from '../../../kernel/errors/errors.ts';
import type { SearchScope, SiteView } from '../../sites/index.ts';
import type { aiResponsesContract } from './ai-responses.contract.ts';

type Body = Static<(typeof aiResponsesContract)['streamAIResponseInSite']['body']>;
type Scope = Static<typeof SearchScope>;

/** The question in a request, with those before it in the same request. */
export interface ConversationInput {
  readonly text: string;
  readonly earlier: readonly string[];
}

const MAX_LENGTH = 2048;

/** The text of a node that a client sent. */
const textIn = (node: unknown): string => {
  const { leaves, nodes } = (node ?? {}) as { leaves?: unknown; nodes?: unknown };
  if (Array.isArray(leaves))
    return leaves
      .map((leaf) => (leaf as { text?: unknown } | null)?.text)
      .filter((text) => typeof text === 'string')
      .join('');
  if (!Array.isArray(nodes)) return '';
  // Inlines go on with the line of the block that they are in.
  const isLine = nodes.every((one) => (one as { object?: unknown } | null)?.object !== 'block');
  return nodes.map(textIn).join(isLine ? '' : '\n');
};

/** Reads the messages of a request; 400 if the last one has no text. */
export const readInput = ({ input }: Body): ConversationInput => {
  const texts = input.map(({ content }) =>
    (typeof content === 'string' ? content : textIn(content)).trim().slice(0, MAX_LENGTH).toWellFormed(),
  );
  const text = texts.at(-1)!;
  if (text === '')
    throw invalid({ path: `body.input.${input.length - 1}.content`, message: 'must contain text' });
  return { text, earlier: texts.slice(0, -1).filter((earlier) => earlier !== '') };
};

/** The part of a site that a conversation is about: in the language of the space that the reader is in. */
export const scopeOf = ({ structure, spaces }: SiteView, { input }: Body): Scope => {
  const spaceId = input.at(-1)!.context?.location?.spaceId;
  const current = structure.siteSpaces.find((row) => row.space_id === spaceId && spaces.has(row.space_id));
  return { mode: 'default', ...(current && { currentSiteSpace: current.id }) };
};
