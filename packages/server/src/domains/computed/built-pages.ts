import {
  type ContentRef,
  type DesiredPage,
  freeSlug,
  hashText,
  type PageNode,
  type PageRecord,
  printMarkdown,
  slugOf,
} from '@lectern/document';
import { ApiError } from '../../kernel/errors/errors.ts';
import { deterministicId, formerDeterministicId } from '../../kernel/ids.ts';
import { type DocumentSource, specificationRefOf } from '../content/index.ts';
import type { RelocateRef, SourcePage } from '../integrations/index.ts';

/** A page built from a source. */
export interface BuiltPage extends Omit<SourcePage, 'kind' | 'document' | 'computed' | 'children'> {
  readonly kind: 'page' | 'group' | 'link';
  /** The source of the body. */
  readonly document?: DocumentSource | undefined;
  readonly children: readonly BuiltPage[];
}

/** Key of a file among the built pages. */
export const fileKey = (name: string): string => `file ${name}`;

const OWN_ID = /^[A-Za-z0-9]{22}$/;

/** The id of a built page by its key. */
export type IdOfPage = (key: string) => string;

/** The ids of the pages of a source: pages that are already stored keep theirs. */
export const createIdOfPage = (source: string, stored: readonly DesiredPage[] = []): IdOfPage => {
  const known = new Set(flattenPages(stored).map(({ id }) => id));
  return (key) => {
    const former = formerDeterministicId(source, key);
    return known.has(former) ? former : deterministicId(source, key);
  };
};

/** Maps references by names of a source to ids of built pages. Without known names, the form of an id tells ids from names. */
export const createRelocateRef =
  (idOf: IdOfPage, names?: ReadonlySet<string>, files?: ReadonlyMap<string, string>): RelocateRef =>
  (ref) => {
    if ('space' in ref && ref.space !== undefined) return ref;
    if (ref.kind === 'file') {
      const url = files?.get(ref.file);
      if (url !== undefined) return { kind: 'url', url };
      return files || OWN_ID.test(ref.file) ? ref : { ...ref, file: idOf(fileKey(ref.file)) };
    }
    const page = ref.kind === 'page' || ref.kind === 'anchor' ? ref.page : undefined;
    const isBuilt = page !== undefined && (names ? names.has(page) : !OWN_ID.test(page));
    return isBuilt ? ({ ...ref, page: idOf(page) } as ContentRef) : ref;
  };

/** All pages of trees, parents first. */
export const flattenPages = <Page extends { readonly children: readonly Page[] }>(
  pages: readonly Page[],
): Page[] => pages.flatMap((page) => [page, ...flattenPages(page.children)]);

// Groups are allowed at the top level of a space only.
const recordOf = (page: BuiltPage, isTop: boolean, relocate: RelocateRef): DesiredPage['fields'] => {
  const { kind, title, description, emoji, icon, target } = page;
  return {
    type: kind === 'link' ? 'link' : kind === 'group' && isTop ? 'group' : 'document',
    title,
    ...(description && { description }),
    ...(emoji && { emoji }),
    ...(icon && { icon }),
    ...(target && { target: relocate(target) }),
  };
};

/** A built page as it replaces a computed page in a space. */
export const toWantedPage = (
  source: string,
  idOf: IdOfPage,
  page: BuiltPage,
  isTop: boolean,
  relocate: RelocateRef,
  bodies: ReadonlyMap<BuiltPage, string>,
): DesiredPage => {
  const body = bodies.get(page);
  return {
    id: idOf(page.key),
    ...(page.kind !== 'link' && { slug: page.slug ?? slugOf(page.title) }),
    fields: {
      ...recordOf(page, isTop, relocate),
      ...(body && { body: hashText(body) }),
      computedFrom: source,
    },
    children: page.children.map((child) => toWantedPage(source, idOf, child, false, relocate, bodies)),
  };
};

/** Built pages as a tree of their own; their bodies are computed on request. */
export const toPageTree = (seed: string, pages: readonly BuiltPage[], parentPath = ''): PageNode[] => {
  const relocate = createRelocateRef(createIdOfPage(seed));
  const usedSlugs = new Set<string>();
  return pages.map((page) => {
    const slug = freeSlug(slugOf(page.slug ?? page.title), (one) => usedSlugs.has(one));
    if (page.kind !== 'link') usedSlugs.add(slug);
    const path = parentPath === '' ? slug : `${parentPath}/${slug}`;
    const record = {
      ...recordOf(page, parentPath === '', relocate),
      ...(page.kind !== 'link' && { slug }),
      ...(page.document && { computed: page.document }),
    } as PageRecord;
    return {
      id: deterministicId(seed, page.key),
      page: record,
      path,
      children: toPageTree(seed, page.children, path),
    };
  });
};

// Part of the ids of stored pages: do not change.
const NOTICE_KEY = 'why there is nothing';

/** Whether a page is the notice of a failed build. */
export const isNoticePage = (source: string, { id }: Pick<DesiredPage, 'id'>): boolean =>
  id === deterministicId(source, NOTICE_KEY) || id === formerDeterministicId(source, NOTICE_KEY);

/** The Markdown of the notice of a failed build. */
export const noticeMarkdown = (reason: string): string =>
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

/** The page with the notice of a failed build; hidden if the pages of the last build are shown. */
export const noticePage = (source: string, title: string, text: string, isHidden: boolean): DesiredPage => ({
  id: deterministicId(source, NOTICE_KEY),
  slug: slugOf(title),
  fields: {
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

/** The message of a failed build, for readers. */
export const failureReason = ({ fields }: DesiredPage, error: unknown): string => {
  if (error instanceof ApiError) return error.message;
  const ref = specificationRefOf(fields);
  return ref?.kind === 'openapi'
    ? `The pages of the specification ${ref.spec} could not be generated`
    : 'These pages could not be generated';
};
