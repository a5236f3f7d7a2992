import {
  type FileRecord,
  type PageRecord,
  type RepositoryPage,
  type RepositoryPaths,
  type ReusableRecord,
  withoutComputed,
} from '@lectern/document';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { RevisionsService } from '../../revisions/index.ts';
import { gitObjectId } from '../git-object-id.ts';
import { matchPages } from './match-pages.ts';
import type { ExistingContent } from './moved-links.ts';
import { parseFiles } from './parse-files.ts';
import type { RepositoryInput } from './repository-input.ts';

/** The id of the content at a path, and its existing record. */
export interface PathMatch<R> {
  readonly id: string;
  readonly existing: R | undefined;
}

/** The ids of all content of a repository: those of existing content that it matches, or new ones. */
export interface MatchedContent {
  readonly pages: readonly RepositoryPage[];
  readonly pageIds: ReadonlyMap<RepositoryPage, string>;
  readonly files: ReadonlyMap<string, PathMatch<FileRecord>>;
  readonly reusables: ReadonlyMap<string, PathMatch<ReusableRecord>>;
  readonly places: RepositoryPaths;
}

/** The git object ids of the files of a repository. */
export interface ObjectIds {
  oidOf(path: string): string | undefined;
  /** Ids that were computed and not given. */
  readonly computed: Map<string, string>;
}

/** Looks up the object ids of files, and computes those of texts that are not given. */
export const createObjectIds = ({ repository, oidOf }: RepositoryInput): ObjectIds => {
  const computed = new Map<string, string>();
  return {
    computed,
    oidOf: (path) => {
      const known = oidOf?.(path) ?? computed.get(path);
      if (known !== undefined) return known;
      const text = repository.texts.get(path);
      if (text === undefined) return undefined;
      computed.set(path, gitObjectId(text));
      return computed.get(path);
    },
  };
};

type Dependencies = Pick<Kernel, 'markdown' | 'newId'> & { readonly revisions: RevisionsService };

/** Matches the content of a repository with the content of a space. */
export const matchContent = async (
  { markdown, newId, revisions }: Dependencies,
  organizationId: string,
  input: RepositoryInput,
  existing: ExistingContent,
  { oidOf }: ObjectIds,
  signal: AbortSignal | undefined,
): Promise<MatchedContent> => {
  const { repository, add } = input;
  const pages = flattenPages(repository.pages);
  const files = matchByPath(repository.files, add ? new Map() : existing.files, oidOf, newId);
  const reusables = matchByPath(repository.reusables, add ? new Map() : existing.reusables, oidOf, newId);
  const placesWith = (idOf: (page: RepositoryPage) => string): RepositoryPaths => {
    const targets: Record<string, string> = {};
    for (const page of pages)
      if (page.type === 'document' && page.path !== undefined) targets[page.path] = `/pages/${idOf(page)}`;
    for (const [path, { id }] of files) targets[path] = `/files/${id}`;
    for (const [path, { id }] of reusables) targets[path] = `/reusable-contents/${id}`;
    const { readme, root, namesReadmes = false } = repository.layout;
    const tree = input.treeUrl === undefined ? {} : { treeUrl: input.treeUrl, others: input.others ?? [] };
    return { targets, readme, root, namesReadmes, ...tree };
  };
  const matched = await matchPages(add ? [] : withoutComputed(existing.tree), repository.pages, {
    oidOf,
    markdownsOf: async (records: readonly PageRecord[]) => {
      const bodies = records.flatMap(({ body }) => body ?? []);
      const found = await revisions.markdownsOf(organizationId, bodies);
      return new Map(records.map((record) => [record, found.get(record.body ?? '') ?? '']));
    },
    markdownsAt: async (paths) => {
      const texts = paths.map((path) => ({
        path,
        text: repository.texts.get(path) ?? '',
        kind: 'page' as const,
      }));
      const places = placesWith(() => 'unknown');
      const parsed = await parseFiles(markdown, texts, places, { ...(signal && { signal }) }, 0);
      return new Map([...parsed].map(([path, file]) => [path, file.markdown]));
    },
  });
  const pageIds = new Map(pages.map((page) => [page, matched.get(page) ?? newId()]));
  return { pages, pageIds, files, reusables, places: placesWith((page) => pageIds.get(page)!) };
};

/** All pages of a repository in depth-first order. */
export const flattenPages = (pages: readonly RepositoryPage[]): RepositoryPage[] =>
  pages.flatMap((page) => [page, ...('children' in page ? flattenPages(page.children) : [])]);

/** Matches files by path, then by object id if they moved; other files get new ids. */
const matchByPath = <R extends { readonly git?: { readonly oid: string; readonly path: string } }>(
  paths: readonly string[],
  existing: ReadonlyMap<string, R>,
  oidOf: (path: string) => string | undefined,
  newId: () => string,
): Map<string, PathMatch<R>> => {
  const byPath = new Map(
    [...existing].flatMap(([id, record]) =>
      record.git ? [[record.git.path, { id, existing: record }]] : [],
    ),
  );
  const present = new Set(paths);
  const byOid = new Map(
    [...existing].flatMap(([id, record]) =>
      record.git && !present.has(record.git.path)
        ? [[record.git.oid, { id, existing: record }] as const]
        : [],
    ),
  );
  return new Map(
    paths.map((path) => {
      const atPath = byPath.get(path);
      const oid = oidOf(path);
      const moved = atPath || oid === undefined ? undefined : byOid.get(oid);
      if (moved) byOid.delete(oid!);
      return [path, atPath ?? moved ?? { id: newId(), existing: undefined }];
    }),
  );
};
