import type { Section } from '@lectern/document';

/** What an audience may read of a space. */
export interface SpaceAudience {
  /** Audiences with the same key may read the same. */
  readonly key: string;
  readonly pages: { has(id: string): boolean };
  /** The sections that the audience may read, of pages with conditions in their text. */
  sectionsOf(pages: readonly string[]): Promise<ReadonlyMap<string, readonly Section[]>>;
}

/** A space in which an answer is looked for. */
export interface AskedSpace {
  readonly id: string;
  readonly title: string;
  readonly language: string | null;
  readonly root: string;
  readonly revision_id: string;
  /** Undefined for members who may read all of the space. */
  readonly audience?: SpaceAudience;
}
