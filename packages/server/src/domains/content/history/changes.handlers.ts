import type { FileRecord, PageRecord, ReusableRecord } from '@lectern/document';
import type { Static } from 'typebox';
import type { Handlers } from '../../../kernel/contract/operation.ts';
import type { ContentService, RevisionSnapshot } from '../pages/content.service.ts';
import { type LocatedPage, locatePages } from '../pages/locate-pages.ts';
import { documentIdOf, fileUrlOf, layoutOf, type Presenter } from '../pages/present-pages.ts';
import type { changesContract, RevisionSemanticChange, RevisionSemanticChanges } from './changes.contract.ts';
import { type ChangesService, changedFields, type SemanticChange } from './changes.service.ts';

type ApiChange = Static<typeof RevisionSemanticChange>;
type Pages = ReadonlyMap<string, LocatedPage>;
type Attributes = Record<string, { before?: unknown; after?: unknown }>;

const DEFAULT_LIMIT = 10;

const toChangedPage = (id: string, record: PageRecord, pages: Pages) => ({
  id,
  type: record.type,
  title: record.title,
  ...(pages.get(id)?.path !== undefined && { path: pages.get(id)!.path! }),
});

const parentOf = ({ parent }: PageRecord, pages: Pages) => {
  const found = parent === null ? undefined : pages.get(parent);
  return found && toChangedPage(found.id, found.page, pages);
};

// A missing value is left out.
const attribute = (before: unknown, after: unknown) => ({
  ...(before !== undefined && { before }),
  ...(after !== undefined && { after }),
});

const toChange = (
  present: Presenter,
  spaceId: string,
  change: SemanticChange,
  pagesBefore: Pages,
  pagesAfter: Pages,
): ApiChange => {
  const documentOf = (body: string | undefined) => body && documentIdOf(present, spaceId, body);
  const urlOf = (file: object) => fileUrlOf(present, spaceId, file as FileRecord);
  const attributesOf = (before: object, after: object): Attributes => {
    const { body, hash, layout, ...fields } = changedFields(before, after);
    return {
      ...Object.fromEntries(
        Object.entries(fields).map(([name, field]) => [name, attribute(field.before, field.after)]),
      ),
      ...(body && {
        document: attribute(documentOf(body.before as string), documentOf(body.after as string)),
      }),
      ...(layout && {
        layout: attribute(layoutOf(before as PageRecord), layoutOf(after as PageRecord)),
      }),
      ...(hash && { downloadURL: attribute(urlOf(before), urlOf(after)) }),
    };
  };
  if (change.type === 'variables_edited') return change as ApiChange;
  const { type, id, before, after } = change;
  const record = after ?? before;
  const presenters: Record<string, () => object> = {
    page: () => ({ page: toChangedPage(id, record as PageRecord, after ? pagesAfter : pagesBefore) }),
    file: () => {
      const { name, contentType } = record as FileRecord;
      return { file: { id, name, contentType, downloadURL: urlOf(record as FileRecord) } };
    },
    reusable_content: () => {
      const { title, body } = record as ReusableRecord;
      return { reusableContent: { id, title, ...(body && { document: documentOf(body) }) } };
    },
  };
  const [, kind, action] = /^(.*)_([a-z]+)$/.exec(type)!;
  return {
    type,
    ...presenters[kind!]!(),
    ...(action === 'edited' && { attributes: attributesOf(before!, after!) }),
    ...(type === 'page_moved' && {
      parent: attribute(parentOf(before, pagesBefore), parentOf(after, pagesAfter)),
    }),
  } as ApiChange;
};

const pageIdsOf = (change: SemanticChange, side: 'before' | 'after'): string[] => {
  if (!change.type.startsWith('page_')) return [];
  const { id, ...both } = change as Extract<SemanticChange, { type: 'page_moved' }>;
  const parent = both[side]?.parent;
  return [id, ...(parent ? [parent] : [])];
};

/** Presents the changes since a snapshot, of a revision or of a change request. */
export const presentChanges =
  (changes: ChangesService, present: Presenter) =>
  async (
    from: RevisionSnapshot,
    rootBefore: string,
    { limit = DEFAULT_LIMIT }: { limit?: number | undefined },
  ): Promise<Static<typeof RevisionSemanticChanges>> => {
    const all = await changes.changesBetween(from, rootBefore);
    const listed = all.slice(0, limit);
    const [pagesBefore, pagesAfter] = await Promise.all([
      locatePages(
        changes.viewOf(from, rootBefore),
        listed.flatMap((change) => pageIdsOf(change, 'before')),
      ),
      locatePages(
        from.view,
        listed.flatMap((change) => pageIdsOf(change, 'after')),
      ),
    ]);
    return {
      changes: listed.map((change) => toChange(present, from.space.id, change, pagesBefore, pagesAfter)),
      ...(all.length > limit && { more: all.length - limit }),
    };
  };

/** Handlers of the changes of revisions. */
export const changesHandlers = (
  content: ContentService,
  changes: ChangesService,
  present: Presenter,
): Handlers<typeof changesContract> => {
  const show = presentChanges(changes, present);
  const rootBefore = async (from: RevisionSnapshot, base: string | undefined): Promise<string> =>
    base === undefined ? changes.rootBefore(from) : (await content.at(from.space, base)).revision.root;
  return {
    getRevisionSemanticChanges: async ({ subject, params, query }) => {
      const from = await content.at(subject, params.revisionId);
      const [mergedFrom, list] = await Promise.all([
        from.revision.type === 'merge' ? present.mergedFrom(subject, from.revision.id) : undefined,
        rootBefore(from, query.base).then((root) => show(from, root, query)),
      ]);
      return { ...(mergedFrom && { mergedFrom }), ...list };
    },
  };
};
