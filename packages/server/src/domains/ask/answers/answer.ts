import type { Document } from '@lectern/document';
import type { Passage } from '../../search/index.ts';

/** A page that an answer was taken from. */
export interface Source {
  readonly space: string;
  readonly revision: string;
  readonly page: string;
  readonly anchors: readonly string[];
}

/** An answer to a question. */
export interface Answer {
  /** Undefined if the pages do not answer the question. */
  readonly document: Document | undefined;
  readonly sources: readonly Source[];
  readonly followups: readonly string[];
}

/** The answer to a question that no page answers. */
export const NO_ANSWER: Answer = { document: undefined, sources: [], followups: [] };

/** The pages of passages, each once, in order. */
export const sourcesOf = (passages: readonly Passage[]): Source[] => {
  const sources = new Map<string, Source & { readonly anchors: string[] }>();
  for (const { space, page, anchor } of passages) {
    const key = `${space.id}/${page}`;
    const known = sources.get(key) ?? { space: space.id, revision: space.revision_id, page, anchors: [] };
    if (anchor !== undefined && !known.anchors.includes(anchor)) known.anchors.push(anchor);
    sources.set(key, known);
  }
  return [...sources.values()];
};
