import type { FileRecord, PageRecord, ReusableRecord } from '@lectern/document';
import type { Static } from 'typebox';
import type { Handlers } from '../../../kernel/contract/operation.ts';
import { documentIdOf, fileUrlOf, layoutOf, type Presenter } from '../pages/pages.handlers.ts';
import type { ContentService, RevisionSnapshot } from '../pages/pages.service.ts';
import type { changesContract, RevisionSemanticChange, RevisionSemanticChanges } from './changes.contract.ts';
import {
  type ChangesService,
  changedFields,
  type LocatedPage,
  locatePages,
  type SemanticChange,
} from './changes.service.ts';

type Shown = Static<typeof RevisionSemanticChange>;
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

// Sides that are not there are left out: before it had one, after it was taken away.
const attribute = (before: unknown, after: unknown) => ({
  ...(before !== undefined && { before }),
  ...(after !== undefined && { after }),
});

const toChange = (
  present: Presenter,
  spaceId: string,
  change: SemanticChange,
  was: Pages,
  is: Pages,
): Shown => {
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
  if (change.type === 'variables_edited') return change as Shown;
  const { type, id, before, after } = change;
  const record = after ?? before;
  const thing: Record<string, () => object> = {
    page: () => ({ page: toChangedPage(id, record as PageRecord, after ? is : was) }),
    file: () => {
      const { name, contentType } = record as FileRecord;
      return { file: { id, name, contentType, downloadURL: urlOf(record as FileRecord) } };
    },
    reusable_content: () => {
      const { title, body } = record as ReusableRecord;
      return { reusableContent: { id, title, ...(body && { document: documentOf(body) }) } };
    },
  };
  const [, kind, what] = /^(.*)_([a-z]+)$/.exec(type)!;
  return {
    type,
    ...thing[kind!]!(),
    ...(what === 'edited' && { attributes: attributesOf(before!, after!) }),
    ...(type === 'page_moved' && { parent: attribute(parentOf(before, was), parentOf(after, is)) }),
  } as Shown;
};

const pageIdsOf = (change: SemanticChange, side: 'before' | 'after'): string[] => {
  if (!change.type.startsWith('page_')) return [];
  const { id, ...both } = change as Extract<SemanticChange, { type: 'page_moved' }>;
  const parent = both[side]?.parent;
  return [id, ...(parent ? [parent] : [])];
};

/** What changed since a snapshot, as the API shows it: for revisions and for change requests. */
export const presentChanges =
  (changes: ChangesService, present: Presenter) =>
  async (
    from: RevisionSnapshot,
    rootBefore: string,
    { limit = DEFAULT_LIMIT }: { limit?: number | undefined },
  ): Promise<Static<typeof RevisionSemanticChanges>> => {
    const all = await changes.changesBetween(from, rootBefore);
    const told = all.slice(0, limit);
    const [was, is] = await Promise.all([
      locatePages(
        changes.viewOf(from, rootBefore),
        told.flatMap((change) => pageIdsOf(change, 'before')),
      ),
      locatePages(
        from.view,
        told.flatMap((change) => pageIdsOf(change, 'after')),
      ),
    ]);
    return {
      changes: told.map((change) => toChange(present, from.space.id, change, was, is)),
      ...(all.length > limit && { more: all.length - limit }),
    };
  };

/** Operation to service to answer. */
export const changesHandlers = (
  content: ContentService,
  changes: ChangesService,
  present: Presenter,
): Handlers<typeof changesContract> => {
  const show = presentChanges(changes, present);
  return {
    getRevisionSemanticChanges: async ({ subject, params, query }) => {
      const from = await content.at(subject, params.revisionId);
      const [mergedFrom, shown] = await Promise.all([
        from.revision.type === 'merge' ? present.mergedFrom(subject, from.revision.id) : undefined,
        changes.rootBefore(from).then((rootBefore) => show(from, rootBefore, query)),
      ]);
      return { ...(mergedFrom && { mergedFrom }), ...shown };
    },
  };
};
