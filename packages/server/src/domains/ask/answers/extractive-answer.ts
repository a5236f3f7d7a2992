import type { Block } from '@lectern/document';
import type { Passage } from '../../search/index.ts';
import { type Answer, NO_ANSWER, sourcesOf } from './answer.ts';
import { documentOf, linkTo, textNode } from './answer-blocks.ts';
import { isNear } from './near-enough.ts';
import { passageBlocks } from './passage-blocks.ts';

const MAX_PASSAGES = 3;
const MAX_FOLLOWUPS = 3;
// A passage that is much worse than the best one only distracts.
const SHARE_OF_BEST = 0.6;

/** What a passage is called: its page, and its heading. */
export const nameOf = ({ title, heading }: Passage): string =>
  heading === '' || heading === title ? title : `${title} › ${heading}`;

const blocksOf = (passage: Passage): Block[] => [
  {
    object: 'block',
    type: 'heading-1',
    data: {},
    nodes: [textNode(''), linkTo(passage, nameOf(passage)), textNode('')],
  },
  ...passageBlocks(passage),
];

/** The best passages under their headings. */
export const extractiveAnswer = (passages: readonly Passage[]): Answer => {
  const [best] = passages;
  if (!best || !isNear(best)) return NO_ANSWER;
  const near = passages.filter((one) => isNear(one) && one.score >= best.score * SHARE_OF_BEST);
  const shown = near.filter(({ text: content }) => content !== '').slice(0, MAX_PASSAGES);
  if (shown.length === 0) return NO_ANSWER;
  const names = new Set(shown.map(nameOf));
  const followups = passages.map(nameOf).filter((name) => !names.has(name));
  return {
    document: documentOf(shown.flatMap(blocksOf)),
    sources: sourcesOf(shown),
    followups: [...new Set(followups)].slice(0, MAX_FOLLOWUPS),
  };
};
