import { EMPTY_ROOT, lineageOf, type PageRecord, pathOf, ranges, readKey } from '@lectern/document';
import type { PageRequest } from '../../kernel/contract/paging.ts';
import type { DatabaseTransaction } from '../../kernel/database/database.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { RevisionsService } from '../revisions/index.ts';
import type { SpaceSubject } from '../spaces/index.ts';
import {
  clearPages,
  type FoundPage,
  findSections,
  findState,
  findVisibleSpaces,
  type IndexedPage,
  lockIndexedSpace,
  replacePages,
  type SpaceKey,
  searchSpace,
  searchSpaces,
  setState,
  type Wanted,
} from './search.store.ts';

type Dependencies = Pick<Kernel, 'db' | 'transaction' | 'jobs' | 'markdown'> & {
  readonly revisions: () => RevisionsService;
};

/** The job that indexes a space as a whole. */
export const FILL_INDEX = 'search.fill';

const SECTIONS_EACH = 3;
const PAGES_EACH = 5;
const FILLED_AT_ONCE = 50;
const MOST_WORDS = 16;

const wantedOf = (text: string): Wanted => ({
  text: text.slice(0, 100),
  words: (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, MOST_WORDS),
});

const isFindable = (page: PageRecord | undefined): page is PageRecord =>
  page !== undefined && page.type === 'document' && !page.hidden && !page.noIndex;

/** Searching, and the index behind it, which follows the current revision of each space. */
export const createSearchService = ({ db, transaction, jobs, markdown, revisions }: Dependencies) => {
  const toIndexed = async (organizationId: string, id: string, page: PageRecord, tx: DatabaseTransaction) => {
    const text = await revisions().markdownOf(organizationId, page.body, tx);
    return {
      id,
      title: page.title,
      description: page.description ?? '',
      sections: (await markdown.sections(text)).map((section) => ({
        anchor: section.id ?? null,
        title: section.title ?? '',
        body: section.body,
      })),
    } satisfies IndexedPage;
  };

  const inSpaces = async (
    organizationId: string,
    ids: readonly string[],
    text: string,
    page: Pick<PageRequest, 'limit' | 'after'>,
  ) => {
    const wanted = wantedOf(text);
    if (wanted.words.length === 0) return { rows: [], count: 0 };
    const found = await searchSpaces(db, organizationId, ids, wanted, page, PAGES_EACH);
    const shown = found.rows.flatMap((row) => row.pages);
    const sections = await findSections(db, organizationId, shown, null, wanted, SECTIONS_EACH);
    const roots = await revisions().headRoots(
      organizationId,
      found.rows.map((row) => row.space_id),
    );
    const rows = [];
    for (const row of found.rows) {
      const view = revisions().view(organizationId, roots.get(row.space_id) ?? EMPTY_ROOT);
      const pages = [];
      for (const one of row.pages)
        pages.push({
          ...one,
          path: pathOf(await lineageOf(view, one.page_id)),
          sections: sections.filter(
            (section) => section.page_id === one.page_id && section.space_id === one.space_id,
          ),
        });
      rows.push({ ...row, pages });
    }
    return { rows, count: found.count };
  };

  return {
    /** Follows a space from one snapshot to the next, in the transaction that moves it: only changed pages are touched. */
    follow: async (tx: DatabaseTransaction, space: SpaceKey, from: string, to: string): Promise<void> => {
      const isNew = from === EMPTY_ROOT && (await findState(tx, space)) === undefined;
      if (!isNew && (await findState(tx, space)) !== from) return;
      const language = (await lockIndexedSpace(tx, space))?.language ?? null;
      const map = revisions().mapOf(space.organization_id, tx);
      // A large copy is not even counted: that would cost as much as reading it.
      const isLarge = from === EMPTY_ROOT && (await map.height(to)) > 1;
      const changes = isLarge
        ? []
        : (await map.diff(from, to)).filter(({ key }) => readKey(key).kind === 'p');
      if (isLarge || changes.length > FILLED_AT_ONCE) {
        const { organization_id, id } = space;
        return jobs.enqueue(tx, FILL_INDEX, { organization_id, id });
      }
      const pages: IndexedPage[] = [];
      for (const { key, after } of changes) {
        const page = after as PageRecord | undefined;
        if (isFindable(page)) pages.push(await toIndexed(space.organization_id, readKey(key).id, page, tx));
      }
      await replacePages(
        tx,
        space,
        language,
        changes.map(({ key }) => readKey(key).id),
        pages,
      );
      await setState(tx, space, to);
    },

    /** Indexes a space as a whole: after a copy or an import. */
    fill: (space: SpaceKey): Promise<void> =>
      transaction(async (tx) => {
        const now = await lockIndexedSpace(tx, space);
        if (!now || now.root === (await findState(tx, space))) return;
        await clearPages(tx, space);
        const [from, to] = ranges.pages;
        const all = (await revisions().view(space.organization_id, now.root, tx).range(from, to)).filter(
          ([, page]) => isFindable(page as PageRecord),
        );
        while (all.length > 0) {
          const some = all.splice(0, FILLED_AT_ONCE);
          const pages: IndexedPage[] = [];
          for (const [key, page] of some)
            pages.push(await toIndexed(space.organization_id, readKey(key).id, page as PageRecord, tx));
          await replacePages(tx, space, now.language, [], pages);
          // Others want to be answered meanwhile.
          await new Promise((resolve) => setImmediate(resolve));
        }
        await setState(tx, space, now.root);
      }),

    inSpace: async (space: SpaceSubject, text: string, page: PageRequest) => {
      const wanted = wantedOf(text);
      const head = await revisions().find(space, space.revision_id);
      const incomplete = head?.root !== EMPTY_ROOT && (await findState(db, space)) !== head?.root;
      if (wanted.words.length === 0 || !head) return { rows: [], count: 0, incomplete };
      const { rows, count } = await searchSpace(db, space, wanted, page);
      return { rows: await withDetails(space, head.root, space.language, rows, wanted), count, incomplete };
    },

    /** The best pages of each of these spaces, which the caller vouches that the reader may see. */
    inSpaces,

    inOrganization: async (organizationId: string, readerId: string, text: string, page: PageRequest) =>
      inSpaces(organizationId, await findVisibleSpaces(db, organizationId, readerId), text, page),
  };

  async function withDetails(
    space: SpaceKey,
    root: string,
    language: string | null,
    rows: readonly FoundPage[],
    wanted: Wanted,
  ) {
    const view = revisions().view(space.organization_id, root);
    const sections = await findSections(db, space.organization_id, rows, language, wanted, SECTIONS_EACH);
    const detailed = [];
    for (const row of rows)
      detailed.push({
        ...row,
        path: pathOf(await lineageOf(view, row.page_id)),
        sections: sections.filter((section) => section.page_id === row.page_id),
      });
    return detailed;
  }
};

/** Searching. */
export type SearchService = ReturnType<typeof createSearchService>;

/** A space in which pages were found. */
export type FoundSpace = Awaited<ReturnType<SearchService['inSpaces']>>['rows'][number];

/** A page that was found, with where it is and what it says. */
export type FoundPageWithDetails = Awaited<ReturnType<SearchService['inSpace']>>['rows'][number];
