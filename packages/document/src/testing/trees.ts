import type { Attributes } from '../diff/attributes.ts';
import { canonical } from '../diff/content.ts';
import { isStored, type MergedPage } from '../tree/merge.ts';
import type { PageNode, PageRef, PageType } from '../tree/page.ts';
import type { Random } from './random.ts';

/** A page with everything below it, at hand. */
export interface Page {
  readonly id: string;
  readonly type: PageType;
  readonly attributes: Attributes;
  readonly children: readonly Page[];
}

/** Pages by hash, which counts what is read. */
export const createStore = () => {
  const hashes = new Map<string, string>();
  const nodes = new Map<string, PageNode>();
  const loaded: string[] = [];
  const put = (page: Page): PageRef => {
    const { id, type, attributes } = page;
    const node: PageNode = { id, type, attributes, children: page.children.map(put) };
    const content = canonical([id, type, attributes, node.children.map(({ hash }) => hash)]);
    const hash = hashes.get(content) ?? `h${hashes.size}`;
    hashes.set(content, hash);
    nodes.set(hash, node);
    return { id, hash, ...(typeof attributes.slug === 'string' && { slug: attributes.slug }) };
  };
  const get = (hash: string): Page => {
    const { children, ...node } = nodes.get(hash)!;
    return { ...node, children: children.map((ref) => get(ref.hash)) };
  };
  return {
    loaded,
    load: (hash: string): PageNode => {
      loaded.push(hash);
      return nodes.get(hash)!;
    },
    put: (pages: readonly Page[]): PageRef[] => pages.map(put),
    /** A merged tree with every page at hand. */
    whole: (pages: readonly MergedPage[]): Page[] => {
      const complete = (page: MergedPage): Page =>
        isStored(page) ? get(page.hash) : { ...page, children: page.children.map(complete) };
      return pages.map(complete);
    },
  };
};

/** A page with its parent and the pages beside it, for every page of a tree. */
export interface Found {
  readonly page: Page;
  readonly parent: string | null;
  readonly siblings: readonly Page[];
}

/** Every page of a tree. */
export function* everyPage(pages: readonly Page[], parent: string | null = null): Generator<Found> {
  for (const page of pages) {
    yield { page, parent, siblings: pages };
    yield* everyPage(page.children, page.id);
  }
}

/** Makes pages whose ids begin with a prefix and are never made twice. */
export interface Gardener {
  readonly random: Random;
  readonly name: () => string;
}

/** Starts to make and change pages. */
export const createGardener = (random: Random, prefix: string): Gardener => {
  let count = 0;
  return { random, name: () => `${prefix}${count++}` };
};

const SLUGS = ['setup', 'guide', 'api'];

const freeSlug = ({ random, name }: Gardener, siblings: readonly Page[]): string => {
  const wanted = random.pick(SLUGS);
  return random.chance(0.5) && siblings.every(({ attributes }) => attributes.slug !== wanted)
    ? wanted
    : name();
};

const newPage = (gardener: Gardener, siblings: readonly Page[]): Page => {
  const id = gardener.name();
  const slug = freeSlug(gardener, siblings);
  return { id, type: 'document', attributes: { title: id, slug, document: `${id} text` }, children: [] };
};

/** A tree of some pages. */
export const growTree = (gardener: Gardener, size: number): Page[] => {
  let pages: readonly Page[] = [];
  for (let count = 0; count < size; count++)
    pages = insertSomewhere(gardener, pages, (list) => newPage(gardener, list));
  return [...pages];
};

/** A tree after a number of edits. */
export const editTree = (gardener: Gardener, pages: readonly Page[], edits: number): Page[] => {
  let next = pages;
  for (let edit = 0; edit < edits; edit++) next = editOnce(gardener, next);
  return [...next];
};

type Change = (list: readonly Page[]) => readonly Page[];

// Applies a change to the list of pages below a page, or at the top.
const changeList = (pages: readonly Page[], parent: string | null, change: Change): readonly Page[] => {
  if (parent === null) return change(pages);
  return pages.map((page) => ({
    ...page,
    children: page.id === parent ? change(page.children) : changeList(page.children, parent, change),
  }));
};

const insertSomewhere = (
  { random }: Gardener,
  pages: readonly Page[],
  make: (list: readonly Page[]) => Page,
): readonly Page[] => {
  const parent = random.pick([null, ...Array.from(everyPage(pages), ({ page }) => page.id)]);
  return changeList(pages, parent, (list) => list.toSpliced(random.below(list.length + 1), 0, make(list)));
};

const editOnce = (gardener: Gardener, pages: readonly Page[]): readonly Page[] => {
  const { random, name } = gardener;
  const all = [...everyPage(pages)];
  if (all.length === 0 || random.chance(0.2)) {
    return insertSomewhere(gardener, pages, (list) => newPage(gardener, list));
  }
  const { page, parent } = random.pick(all);
  const without = () => changeList(pages, parent, (list) => list.filter(({ id }) => id !== page.id));
  const set = (attribute: string, value: (list: readonly Page[]) => string) =>
    changeList(pages, parent, (list) =>
      list.map((one) =>
        one.id === page.id ? { ...one, attributes: { ...one.attributes, [attribute]: value(list) } } : one,
      ),
    );
  const edits: readonly (() => readonly Page[])[] = [
    without,
    () =>
      insertSomewhere(gardener, without(), (list) => {
        const taken = list.some(({ attributes }) => attributes.slug === page.attributes.slug);
        return taken ? { ...page, attributes: { ...page.attributes, slug: name() } } : page;
      }),
    () =>
      insertSomewhere(gardener, without(), (list) => ({
        ...page,
        attributes: { ...page.attributes, slug: freeSlug(gardener, list) },
      })),
    () => set('title', name),
    () => set('document', name),
    () => set('slug', (list) => freeSlug(gardener, list)),
    () =>
      changeList(pages, parent, (list) => {
        const others = list.filter(({ id }) => id !== page.id);
        return others.toSpliced(random.below(list.length), 0, page);
      }),
  ];
  return random.pick(edits)();
};
