import { createHash } from 'node:crypto';
import {
  asWanted,
  computedPages,
  createRepositoryRefs,
  type FileRecord,
  fileNameOf,
  freeFileName,
  hashText,
  nameOfFile,
  type PageFields,
  type PageNode,
  type PageRecord,
  type Repository,
  type RepositoryPage,
  type RepositoryPlaces,
  type RepositoryProblem,
  type ReusableRecord,
  readFiles,
  readReusables,
  readTree,
  readVariables,
  replacePages,
  saidOf,
  slugOfFile,
  titlesOf,
  type WantedPage,
  withComputed,
  withoutComputed,
} from '@lectern/document';
import { badRequest } from '../../../kernel/errors/errors.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { Draft, RevisionsService } from '../../revisions/index.ts';
import type { Watching } from '../concurrency.ts';
import { matchPages } from './match-pages.ts';
import { flattenedNodes, movedMentions } from './moved-links.ts';
import { createParsingService, type Read } from './parse-files.ts';
import { createReceivingService } from './store-files.ts';

/** A repository to be brought into a space. */
export interface RepositoryInput {
  readonly repository: Repository;
  /** The bytes of a file that is neither a page nor a reusable content. */
  open(path: string): AsyncIterable<Uint8Array>;
  /** What git calls the blob at a path; worked out where it is not given. */
  oidOf?(path: string): string | undefined;
  /** Where people read files that stay in the repository alone, and their paths. */
  readonly treeUrl?: string | undefined;
  readonly others?: readonly string[];
  /** Why there is nothing in it, where something is amiss: what has pages is not emptied by that. */
  readonly missing?: string | undefined;
  /** Former paths that led to pages because the repository said so before. */
  readonly redirectsBefore?: readonly string[];
  /** Brings its pages in below a page, or at the end, and leaves what is there; without it, it takes the place of all. */
  readonly add?: { readonly into: string | null };
}

/** A repository whose files were read and taken in; nothing refers to them yet. */
export interface PreparedRepository {
  /** Makes a snapshot, the one that it was prepared for, what the repository says. */
  write(draft: Draft): Promise<void>;
  /** What the new bodies refer to, and what search finds in them. */
  readonly found: readonly (Pick<Read, 'sections'> & {
    readonly body: string;
    readonly links: Read['found'];
  })[];
  /** The pages that its files become, by path. */
  readonly pages: ReadonlyMap<string, string>;
  readonly problems: readonly RepositoryProblem[];
}

type Dependencies = Pick<Kernel, 'markdown' | 'blobs' | 'newId' | 'clock'> & {
  readonly revisions: RevisionsService;
};

/** How many pages a space may have that comes from a repository. */
export const MOST_PAGES = 10_000;

const oidOfText = (text: string): string => {
  const bytes = Buffer.from(text);
  return createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
};

/** Reading repositories into what a snapshot can be made of. */
export const createReadingService = (parts: Dependencies) => {
  const { newId, clock, revisions } = parts;
  const { readAll } = createParsingService(parts);
  const { receive } = createReceivingService(parts);

  /** Prepares what makes a snapshot say what a repository says; only what changed is read and taken in. */
  const prepare = async (
    organizationId: string,
    root: string,
    input: RepositoryInput,
    watching: Watching = {},
  ): Promise<PreparedRepository> => {
    const { repository, add } = input;
    const view = revisions.view(organizationId, root);
    const [tree, oldFiles, oldReusables, oldVariables] = await Promise.all([
      readTree(view),
      readFiles(view),
      readReusables(view),
      readVariables(view),
    ]);
    if (input.missing !== undefined && tree.length > 0) throw badRequest(input.missing);
    const problems: RepositoryProblem[] = [];
    const textOf = (path: string) => repository.texts.get(path) ?? '';
    const oids = new Map<string, string>();
    const oidOf = (path: string): string | undefined => {
      const given = input.oidOf?.(path) ?? oids.get(path);
      if (given !== undefined) return given;
      if (!repository.texts.has(path)) return undefined;
      oids.set(path, oidOfText(textOf(path)));
      return oids.get(path);
    };

    const flat = flattened(repository.pages);
    if (flat.length > MOST_PAGES) throw badRequest(`A space has no more than ${MOST_PAGES} pages`);
    const files = matchedByPath(repository.files, add ? new Map() : oldFiles, oidOf, newId);
    const reusables = matchedByPath(repository.reusables, add ? new Map() : oldReusables, oidOf, newId);
    const { readme, root: folder, summary } = repository.layout;
    const placesWith = (idOf: (page: RepositoryPage) => string): RepositoryPlaces => {
      const targets: Record<string, string> = {};
      for (const page of flat)
        if (page.type === 'document' && page.path !== undefined) targets[page.path] = `/pages/${idOf(page)}`;
      for (const [path, { id }] of files) targets[path] = `/files/${id}`;
      for (const [path, { id }] of reusables) targets[path] = `/reusable-contents/${id}`;
      const tree = input.treeUrl === undefined ? {} : { treeUrl: input.treeUrl, others: input.others ?? [] };
      return { targets, readme, root: folder, ...tree };
    };
    const matched = await matchPages(add ? [] : withoutComputed(tree), repository.pages, {
      oidOf,
      markdownsOf: async (pages) => {
        const bodies = pages.flatMap(({ body }) => body ?? []);
        const found = await revisions.markdownsOf(organizationId, bodies);
        return new Map(pages.map((page) => [page, found.get(page.body ?? '') ?? '']));
      },
      markdownsAt: async (paths) => {
        const wanted = paths.map((path) => ({ path, text: textOf(path), kind: 'page' as const }));
        const { signal } = watching;
        const found = await readAll(
          wanted,
          placesWith(() => 'unknown'),
          { ...(signal && { signal }) },
          0,
        );
        return new Map([...found].map(([path, { markdown }]) => [path, markdown]));
      },
    });
    const ids = new Map(flat.map((page) => [page, matched.get(page) ?? newId()]));
    const before = new Map(flattenedNodes(tree).map(({ id, page }) => [id, page]));
    const places = placesWith((page) => ids.get(page)!);
    const { targets } = places;
    const isMoved = movedMentions(targets, tree, oldFiles, oldReusables, readme);

    /** What a page was, where its file says nothing new. */
    const unchangedOf = (page: RepositoryPage): PageRecord | undefined => {
      if (page.type !== 'document' || page.path === undefined) return undefined;
      const was = before.get(ids.get(page)!);
      if (!was?.git || was.git.path !== page.path || was.git.oid !== oidOf(page.path)) return undefined;
      const titles = titlesOf(page, { title: was.title });
      const isCalledSo = titles.title === was.title && titles.linkTitle === was.linkTitle;
      return isCalledSo && !isMoved(textOf(page.path)) ? was : undefined;
    };
    // Asked once for each page: it looks through the whole text for all that moved.
    const unchanged = new Map(flat.map((page) => [page, unchangedOf(page)]));

    const changedPages = flat.flatMap((page) =>
      page.type === 'document' && page.path !== undefined && !unchanged.get(page)
        ? [{ path: page.path, text: textOf(page.path), kind: 'page' as const }]
        : [],
    );
    const changedReusables = [...reusables].flatMap(([path, { was }]) =>
      was?.git?.path === path && was.git.oid === oidOf(path) && !isMoved(textOf(path))
        ? []
        : [{ path, text: textOf(path), kind: 'reusable' as const }],
    );
    const toReceive = [...files].flatMap(([path, { was }]) =>
      was?.git && was.git.oid === oidOf(path) ? [] : [path],
    );
    const total = changedPages.length + changedReusables.length + toReceive.length;
    watching.progress?.(0, total);
    const { bytes, problems: faults } = await receive(
      organizationId,
      toReceive,
      input,
      watching,
      total,
      oids,
    );
    problems.push(...faults);
    const read = await readAll([...changedPages, ...changedReusables], places, watching, toReceive.length);
    for (const [path, { problems: found }] of read)
      for (const message of found) problems.push({ path, message });

    const bodies = new Map<string, string>();
    const bodyOf = (path: string): string | undefined => {
      const { markdown: text } = read.get(path)!;
      if (text === '') return undefined;
      const hash = hashText(text);
      bodies.set(hash, text);
      return hash;
    };
    const linkRefs = createRepositoryRefs(places)(summary);
    const gitOf = (path: string) => {
      const oid = oidOf(path);
      return oid === undefined || add ? {} : { git: { oid, path } };
    };

    const wantedOf = (page: RepositoryPage, isTop: boolean): WantedPage => {
      const id = ids.get(page)!;
      const was = before.get(id);
      const children = 'children' in page ? page.children.map((child) => wantedOf(child, false)) : [];
      switch (page.type) {
        case 'link':
          return {
            id,
            said: {
              ...keptOf(was),
              type: 'link',
              title: page.title.slice(0, 300),
              target: linkRefs.parse(page.address, 'link'),
            },
            children,
          };
        case 'computed':
          return {
            id,
            said: {
              ...keptOf(was),
              type: 'computed',
              title: page.title.slice(0, 300),
              computed: page.computed,
            },
            children,
          };
        case 'group':
          // Groups stand at the top only.
          return {
            id,
            said: { ...keptOf(was), type: isTop ? 'group' : 'document', title: page.title.slice(0, 300) },
            slug: page.slug,
            children,
          };
        case 'document':
          return { id, ...documentOf(page, was), children };
      }
    };
    const documentOf = (
      page: Extract<RepositoryPage, { type: 'document' }>,
      was: PageRecord | undefined,
    ): Pick<WantedPage, 'said' | 'slug'> => {
      const { path } = page;
      if (path === undefined)
        return { said: { ...(was && saidOf(was)), type: 'document', ...titlesOf(page, {}) } };
      const slug = was?.git?.path === path || (was && path === readme) ? was.slug : slugOfFile(path);
      const same = unchanged.get(page);
      if (same)
        return { said: { ...saidOf(same), type: 'document', title: same.title, ...gitOf(path) }, slug };
      const { fields } = read.get(path)!;
      const body = bodyOf(path);
      return {
        said: {
          type: 'document',
          ...fieldsOf(fields),
          ...titlesOf(page, fields),
          ...(body === undefined ? {} : { body }),
          ...gitOf(path),
        },
        slug,
      };
    };
    const wanted = repository.pages.map((page) => wantedOf(page, !add || add.into === null));
    // What was made of computed pages stays until it is made anew.
    const made = computedPages(tree);
    const whole = withComputed(wanted, ({ id }) => made.get(id) ?? []);
    const replacement = replacePages(tree, add ? withAdded(tree, wanted, add.into) : whole, {
      newId,
      now: () => clock.now().toISOString(),
    });

    const reusableRecords = new Map(
      [...reusables].map(([path, { id, was }]): [string, ReusableRecord] => {
        const one = read.get(path);
        if (!one) return [id, { ...was!, ...gitOf(path) }];
        const title = one.fields.title ?? nameOfFile(path).replace(/\.\w+$/, '');
        const body = bodyOf(path);
        return [id, { title, ...(body === undefined ? {} : { body }), ...gitOf(path) }];
      }),
    );
    const fileRecords = new Map<string, FileRecord>();
    const names = new Map([...(add ? oldFiles : [])].map(([id, { name }]) => [name.toLowerCase(), id]));
    for (const [path, { id, was }] of files) {
      const wish = was && was.git?.path === path ? was.name : fileNameOf(nameOfFile(path));
      const name = freeFileName(wish, (each) => (names.get(each.toLowerCase()) ?? id) !== id);
      names.set(name.toLowerCase(), id);
      const found = bytes.get(path);
      fileRecords.set(id, found ? { ...found, name, ...gitOf(path) } : { ...was!, name, ...gitOf(path) });
    }

    return {
      found: [...read.values()]
        .filter(({ markdown: text }) => text !== '')
        .map(({ markdown: text, found, sections }) => ({ body: hashText(text), links: found, sections })),
      pages: new Map(
        flat.flatMap((page) =>
          page.type === 'document' && page.path !== undefined ? [[page.path, ids.get(page)!] as const] : [],
        ),
      ),
      problems,
      write: async (draft) => {
        for (const text of bodies.values()) draft.putBody(text);
        draft.replacePages(replacement);
        replaceAll(add ? new Map() : oldFiles, fileRecords, draft.putFile, draft.deleteFile);
        replaceAll(add ? new Map() : oldReusables, reusableRecords, draft.putReusable, draft.deleteReusable);
        if (!add)
          for (const name of Object.keys(oldVariables))
            if (!Object.hasOwn(repository.variables, name)) draft.setVariable(name, undefined);
        for (const [name, value] of Object.entries(repository.variables)) draft.setVariable(name, value);
        for (const from of input.redirectsBefore ?? [])
          if (!Object.hasOwn(repository.redirects, from)) draft.setFormerPath(from, undefined);
        const refs = createRepositoryRefs(places)(`${folder === '' ? '' : `${folder}/`}.gitbook.yaml`);
        for (const [from, to] of Object.entries(repository.redirects)) {
          const ref = refs.parse(to, 'link');
          const page = ref.kind === 'page' || ref.kind === 'anchor' ? ref.page : undefined;
          if (page !== undefined) draft.setFormerPath(from.replace(/^(?:\.?\/)+/, ''), page);
        }
      },
    };
  };

  return { prepare };
};

const flattened = (pages: readonly RepositoryPage[]): RepositoryPage[] =>
  pages.flatMap((page) => [page, ...('children' in page ? flattened(page.children) : [])]);

// What a table of contents does not say of groups, links and computed pages stays.
const keptOf = (page: PageRecord | undefined): Partial<WantedPage['said']> => {
  if (!page) return {};
  const { git: _, ...said } = saidOf(page);
  return said;
};

const fieldsOf = ({ title: _, ...fields }: PageFields) => fields;

/** The pages that are there, with others at the end of those below one of them. */
const withAdded = (
  tree: readonly PageNode[],
  added: readonly WantedPage[],
  into: string | null,
): WantedPage[] => {
  const below = (pages: readonly WantedPage[], id: string | null): WantedPage[] => [
    ...pages.map((page) => ({ ...page, children: below(page.children, page.id) })),
    ...(id === into ? added : []),
  ];
  return below(asWanted(tree), null);
};

/** Finds what stood at paths before, or is the same blob elsewhere; the rest gets new ids. */
const matchedByPath = <R extends { readonly git?: { readonly oid: string; readonly path: string } }>(
  paths: readonly string[],
  known: ReadonlyMap<string, R>,
  oidOf: (path: string) => string | undefined,
  newId: () => string,
): Map<string, { id: string; was: R | undefined }> => {
  const byPath = new Map([...known].flatMap(([id, was]) => (was.git ? [[was.git.path, { id, was }]] : [])));
  const present = new Set(paths);
  const byOid = new Map(
    [...known].flatMap(([id, was]) =>
      was.git && !present.has(was.git.path) ? [[was.git.oid, { id, was }] as const] : [],
    ),
  );
  return new Map(
    paths.map((path) => {
      const here = byPath.get(path);
      const oid = oidOf(path);
      const moved = here || oid === undefined ? undefined : byOid.get(oid);
      if (moved) byOid.delete(oid!);
      return [path, here ?? moved ?? { id: newId(), was: undefined }];
    }),
  );
};

const replaceAll = <R>(
  known: ReadonlyMap<string, R>,
  wanted: ReadonlyMap<string, R>,
  put: (id: string, record: R) => void,
  remove: (id: string) => void,
): void => {
  for (const id of known.keys()) if (!wanted.has(id)) remove(id);
  for (const [id, record] of wanted)
    if (JSON.stringify(known.get(id)) !== JSON.stringify(record)) put(id, record);
};
