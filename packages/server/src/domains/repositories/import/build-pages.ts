import {
  asDesiredPages,
  createRepositoryRefs,
  type DesiredPage,
  hashText,
  type PageFields,
  type PageNode,
  type PageRecord,
  pageFields,
  type Repository,
  type RepositoryPage,
  slugOfFile,
  titlesOf,
} from '@lectern/document';
import type { MatchedContent } from './match-content.ts';
import type { ParsedFile } from './parse-files.ts';
import type { RepositoryInput } from './repository-input.ts';

/** The parsed files of an import, and the pages whose files did not change. */
export interface ParsedContent {
  readonly parsed: ReadonlyMap<string, ParsedFile>;
  readonly unchanged: ReadonlyMap<RepositoryPage, PageRecord | undefined>;
}

/** The bodies of parsed files, by hash. */
export const createBodies = (parsed: ReadonlyMap<string, ParsedFile>) => {
  const texts = new Map<string, string>();
  return {
    texts,
    /** The hash of the body of a file; undefined if it is empty. */
    hashOf: (path: string): string | undefined => {
      const { markdown } = parsed.get(path)!;
      if (markdown === '') return undefined;
      const hash = hashText(markdown);
      texts.set(hash, markdown);
      return hash;
    },
  };
};

/** Builds the page tree of an import. */
export const buildPages = (
  { repository, add }: RepositoryInput,
  { pageIds, places }: MatchedContent,
  { parsed, unchanged }: ParsedContent,
  existing: ReadonlyMap<string, PageRecord>,
  bodyOf: (path: string) => string | undefined,
  gitOf: (path: string) => Pick<PageRecord, 'git'>,
): DesiredPage[] => {
  const links = createRepositoryRefs(places)(repository.layout.summary);

  const documentOf = (
    page: Extract<RepositoryPage, { type: 'document' }>,
    before: PageRecord | undefined,
  ): Pick<DesiredPage, 'fields' | 'slug'> => {
    const { path } = page;
    if (path === undefined)
      return {
        fields: {
          ...(before && pageFields(before)),
          type: 'document',
          ...titlesOf(page, {}),
          isListedAsText: page.isListedAsText,
        },
      };
    const keepsSlug = before?.git?.path === path || (before && path === repository.layout.readme);
    const slug = keepsSlug ? before.slug : slugOfFile(path);
    const same = unchanged.get(page);
    if (same)
      return { fields: { ...pageFields(same), type: 'document', title: same.title, ...gitOf(path) }, slug };
    const { fields } = parsed.get(path)!;
    const body = bodyOf(path);
    return {
      fields: {
        type: 'document',
        ...withoutTitle(fields),
        ...titlesOf(page, fields),
        ...(body === undefined ? {} : { body }),
        ...gitOf(path),
      },
      slug,
    };
  };

  const build = (page: RepositoryPage, isTopLevel: boolean): DesiredPage => {
    const id = pageIds.get(page)!;
    const before = existing.get(id);
    const children = 'children' in page ? page.children.map((child) => build(child, false)) : [];
    if (page.type === 'document') return { id, ...documentOf(page, before), children };
    const fields = fieldsWithoutGit(before);
    const { title } = page;
    switch (page.type) {
      case 'link': {
        const target = links.parse(page.address, 'link');
        return { id, fields: { ...fields, type: 'link', title, target }, children };
      }
      case 'computed':
        return { id, fields: { ...fields, type: 'computed', title, computed: page.computed }, children };
      case 'group': {
        // Groups are only allowed at the top level.
        const type = isTopLevel ? 'group' : 'document';
        const { isListedAsText, slug } = page;
        return { id, fields: { ...fields, type, title, isListedAsText }, slug, children };
      }
    }
  };

  return repository.pages.map((page) => build(page, !add || add.into === null));
};

/** The existing pages, with others at the end of the children of one of them. */
export const withAddedPages = (
  tree: readonly PageNode[],
  added: readonly DesiredPage[],
  into: string | null,
): DesiredPage[] => {
  const addTo = (pages: readonly DesiredPage[], parentId: string | null): DesiredPage[] => [
    ...pages.map((page) => ({ ...page, children: addTo(page.children, page.id) })),
    ...(parentId === into ? added : []),
  ];
  return addTo(asDesiredPages(tree), null);
};

/** The redirects of a repository to pages. */
export const redirectsOf = (
  { redirects, layout }: Repository,
  { places }: MatchedContent,
): Map<string, string> => {
  const refs = createRepositoryRefs(places)(`${layout.root === '' ? '' : `${layout.root}/`}.gitbook.yaml`);
  return new Map(
    Object.entries(redirects).flatMap(([from, to]) => {
      const ref = refs.parse(to, 'link');
      const page = ref.kind === 'page' || ref.kind === 'anchor' ? ref.page : undefined;
      return page === undefined ? [] : [[from.replace(/^(?:\.?\/)+/, ''), page] as const];
    }),
  );
};

// A table of contents has only the titles of groups, links and computed pages.
const fieldsWithoutGit = (page: PageRecord | undefined): Partial<DesiredPage['fields']> => {
  if (!page) return {};
  const { git: _, ...fields } = pageFields(page);
  return fields;
};

const withoutTitle = ({ title: _, ...fields }: PageFields) => fields;
