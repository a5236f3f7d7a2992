import type { Attributes } from '../diff/attributes.ts';

/** The kinds of pages. */
export type PageType = 'document' | 'group' | 'link' | 'computed';

/**
 * An entry in a list of pages, like one in a directory: which page, what it is with everything below it, and
 * under which name. It says enough to compare, to look a path up and to keep names apart without reading pages.
 */
export interface PageRef {
  readonly id: string;
  /** Equal exactly when the page and everything below it are. */
  readonly hash: string;
  /** Its name in the URL; pages that are only links have none. */
  readonly slug?: string;
}

/**
 * A page as it is stored by its hash. Attributes are `title`, `slug`, `description`, `document` (the hash of
 * the body) and whatever else a page has; ids stay the same through moves and renames.
 */
export interface PageNode {
  readonly id: string;
  readonly type: PageType;
  readonly attributes: Attributes;
  readonly children: readonly PageRef[];
}

/** Work on trees that asks for pages by hash, a level of the tree at a time, and goes on when it is given them. */
export type Reading<T> = Generator<readonly string[], T, ReadonlyMap<string, PageNode>>;

/** Finishes work on trees with pages that are at hand. */
export const readFrom = <T>(reading: Reading<T>, load: (hash: string) => PageNode): T => {
  let step = reading.next();
  while (!step.done) step = reading.next(new Map(step.value.map((hash) => [hash, load(hash)])));
  return step.value;
};

/** Finishes work on trees with pages from a store, one query for each level that differs. */
export const readThrough = async <T>(
  reading: Reading<T>,
  load: (hashes: readonly string[]) => Promise<ReadonlyMap<string, PageNode>>,
): Promise<T> => {
  let step = reading.next();
  while (!step.done) step = reading.next(await load(step.value));
  return step.value;
};

/** A page read by its hash; a store that does not have it is broken. */
export const pageIn = (pages: ReadonlyMap<string, PageNode>, hash: string): PageNode => {
  const page = pages.get(hash);
  if (page === undefined) throw new Error(`No page has the hash ${hash}`);
  return page;
};
