import {
  type ContentRef,
  freeSlug,
  hashText,
  type PageNode,
  type PageRecord,
  printMarkdown,
  slugOf,
  type WantedPage,
} from '@lectern/document';
import { ApiError } from '../../kernel/errors/errors.ts';
import { deterministicId } from '../../kernel/ids.ts';
import { type DocumentSource, specificationRefOf } from '../content/index.ts';
import type { Located, SourcePage } from '../integrations/index.ts';

/** A page that something else was made into. */
export interface MadePage extends Omit<SourcePage, 'kind' | 'document' | 'computed' | 'children'> {
  readonly kind: 'page' | 'group' | 'link';
  /** What the body is computed from. */
  readonly document?: DocumentSource | undefined;
  readonly children: readonly MadePage[];
}

/** Names a file among what is made. */
export const fileKey = (name: string): string => `file ${name}`;

const OWN_ID = /^[A-Za-z0-9]{22}$/;

/** Where references by names of a source lead: to what was made by these names. Where names are not known, ids of others are told apart by their form. */
export const locatedBy =
  (seed: string, names?: ReadonlySet<string>, files?: ReadonlyMap<string, string>): Located =>
  (ref) => {
    if ('space' in ref && ref.space !== undefined) return ref;
    if (ref.kind === 'file') {
      const url = files?.get(ref.file);
      if (url !== undefined) return { kind: 'url', url };
      return files || OWN_ID.test(ref.file)
        ? ref
        : { ...ref, file: deterministicId(seed, fileKey(ref.file)) };
    }
    const page = ref.kind === 'page' || ref.kind === 'anchor' ? ref.page : undefined;
    const isMade = page !== undefined && (names ? names.has(page) : !OWN_ID.test(page));
    return isMade ? ({ ...ref, page: deterministicId(seed, page) } as ContentRef) : ref;
  };

/** All pages, with those below them. */
export const allOf = <Page extends { readonly children: readonly Page[] }>(pages: readonly Page[]): Page[] =>
  pages.flatMap((page) => [page, ...allOf(page.children)]);

// Groups stand only at the top of a space.
const recordOf = (page: MadePage, isTop: boolean, located: Located): WantedPage['said'] => {
  const { kind, title, description, emoji, icon, target } = page;
  return {
    type: kind === 'link' ? 'link' : kind === 'group' && isTop ? 'group' : 'document',
    title,
    ...(description && { description }),
    ...(emoji && { emoji }),
    ...(icon && { icon }),
    ...(target && { target: located(target) }),
  };
};

/** A page that was made, as it is to stand in a space. */
export const wantedOf = (
  source: string,
  page: MadePage,
  isTop: boolean,
  located: Located,
  bodies: ReadonlyMap<MadePage, string>,
): WantedPage => {
  const body = bodies.get(page);
  return {
    id: deterministicId(source, page.key),
    ...(page.kind !== 'link' && { slug: page.slug ?? slugOf(page.title) }),
    said: {
      ...recordOf(page, isTop, located),
      ...(body && { body: hashText(body) }),
      computedFrom: source,
    },
    children: page.children.map((child) => wantedOf(source, child, false, located, bodies)),
  };
};

/** Pages that were made, as a tree of their own: their bodies are still to be computed. */
export const treeOf = (seed: string, pages: readonly MadePage[], above = ''): PageNode[] => {
  const located = locatedBy(seed);
  const taken = new Set<string>();
  return pages.map((page) => {
    const slug = freeSlug(slugOf(page.slug ?? page.title), (one) => taken.has(one));
    if (page.kind !== 'link') taken.add(slug);
    const path = above === '' ? slug : `${above}/${slug}`;
    const record = {
      ...recordOf(page, above === '', located),
      ...(page.kind !== 'link' && { slug }),
      ...(page.document && { computed: page.document }),
    } as PageRecord;
    return {
      id: deterministicId(seed, page.key),
      page: record,
      path,
      children: treeOf(seed, page.children, path),
    };
  });
};

const NOTE = 'why there is nothing';

/** Whether a page only says why others are not there. */
export const isNote = (source: string, { id }: Pick<WantedPage, 'id'>): boolean =>
  id === deterministicId(source, NOTE);

/** What a page says that stands for others which could not be made. */
export const noteText = (reason: string): string =>
  printMarkdown({
    object: 'document',
    data: {},
    nodes: [
      {
        object: 'block',
        type: 'hint',
        data: { style: 'warning' },
        nodes: [
          {
            object: 'block',
            type: 'paragraph',
            nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: reason, marks: [] }] }],
          },
        ],
      },
    ],
  });

/** The page that says why others could not be made; beside those of the last time it is in no reader's way. */
export const noteOf = (source: string, title: string, text: string, isHidden: boolean): WantedPage => ({
  id: deterministicId(source, NOTE),
  slug: slugOf(title),
  said: {
    type: 'document',
    title,
    body: hashText(text),
    noIndex: true,
    noRobotsIndex: true,
    ...(isHidden && { hidden: true }),
    computedFrom: source,
  },
  children: [],
});

/** Why pages are not there, for people to read. */
export const reasonOf = ({ said }: WantedPage, error: unknown): string => {
  if (error instanceof ApiError) return error.message;
  const ref = specificationRefOf(said);
  return ref?.kind === 'openapi'
    ? `The pages of the specification ${ref.spec} could not be made`
    : 'These pages could not be made';
};
