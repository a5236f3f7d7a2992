import { type Document, type PageRecord, printMarkdown, readPage, readPages } from '@lectern/document';
import type { Caller } from '../../../kernel/auth/principal.ts';
import { ApiError } from '../../../kernel/errors/errors.ts';
import type { ChangeRequestContentService, ChangeRequestsService } from '../../change-requests/index.ts';
import type { ContentService, EditingService, RevisionSnapshot } from '../../content/index.ts';
import type { SpacesService } from '../../spaces/index.ts';
import { type PageKey, type Place, pageKeyOf } from './live-page.ts';

interface Dependencies {
  readonly spaces: Pick<SpacesService, 'find'>;
  readonly content: Pick<ContentService, 'head' | 'at' | 'parsedDocument'>;
  readonly editing: Pick<EditingService, 'prepare' | 'applyToSpace'>;
  readonly changeRequests: Pick<ChangeRequestsService, 'find'>;
  readonly requestContent: Pick<ChangeRequestContentService, 'applyPrepared'>;
}

/** A page as it is stored now. */
export interface PageHead {
  readonly place: Place;
  /** The hash of its body; null for an empty one. */
  readonly body: string | null;
  readonly document: Document;
}

const EMPTY: Document = { object: 'document', data: {}, nodes: [] };

const hasEditableText = (page: PageRecord | undefined): page is PageRecord =>
  page?.type === 'document' && page.computedFrom === undefined;

const isRefused = (error: unknown): boolean => error instanceof ApiError && error.status === 400;

/** Whether a page was changed by somebody else before it was saved. */
export const isOutdated = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.status === 409 &&
  error.details?.some(({ path }) => path.endsWith('.base')) === true;

/** Reads and saves pages at the head of spaces and change requests. */
export const createPageHeadsService = ({
  spaces,
  content,
  editing,
  changeRequests,
  requestContent,
}: Dependencies) => {
  const snapshotOf = ({ space, request }: Place): Promise<RevisionSnapshot> =>
    request ? content.at(space, request.revision_id) : content.head(space);

  /** The place as a user finds it now; undefined if it does not exist for them. */
  const placeOf = async (
    caller: Caller,
    { spaceId, changeRequestId }: PageKey,
  ): Promise<Place | undefined> => {
    const { userId } = caller.principal;
    if (changeRequestId === '') {
      const space = await spaces.find(userId, spaceId);
      return space && space.deleted_at === null ? { caller, space } : undefined;
    }
    try {
      const request = await changeRequests.find(userId, spaceId, changeRequestId);
      const isOpen = request && request.status !== 'merged' && request.status !== 'archived';
      return isOpen ? { caller, space: request.space, request } : undefined;
    } catch (error) {
      if (error instanceof ApiError && error.status < 500) return undefined;
      throw error;
    }
  };

  /** The document of a body of the place. */
  const documentOf = async (place: Place, body: string | null): Promise<Document> =>
    body === null ? EMPTY : content.parsedDocument(await snapshotOf(place), body);

  return {
    documentOf,

    /** A page with a text that can be edited; undefined if there is none. */
    read: async (caller: Caller, key: PageKey): Promise<PageHead | undefined> => {
      const place = await placeOf(caller, key);
      if (!place) return undefined;
      const { view } = await snapshotOf(place);
      const page = await readPage(view, key.pageId);
      if (!hasEditableText(page)) return undefined;
      const body = page.body ?? null;
      return { place, body, document: await documentOf(place, body) };
    },

    /** The hashes of the bodies of pages of one head, as far as they have a text that can be edited. */
    bodies: async (caller: Caller, keys: readonly PageKey[]): Promise<ReadonlyMap<string, string | null>> => {
      const place = keys[0] && (await placeOf(caller, keys[0]));
      if (!place) return new Map();
      const { view } = await snapshotOf(place);
      const pages = await readPages(
        view,
        keys.map(({ pageId }) => pageId),
      );
      return new Map(
        [...pages].flatMap(([id, page]) => (hasEditableText(page) ? [[id, page.body ?? null] as const] : [])),
      );
    },

    /** Makes a revision of a text that was made from a body; throws 409 if the page has another one now. */
    save: async (
      place: Place,
      pageId: string,
      document: Document,
      { base, otherAuthors }: { readonly base: string | null; readonly otherAuthors: readonly string[] },
    ): Promise<string | null> => {
      const prepare = (text: { document: Document } | { markdown: string }) =>
        editing.prepare(place.space.organization_id, {
          changes: [{ operation: 'update_page', page: pageId, document: text as never, base }],
        });
      // Markdown cannot say everything that can be typed: what it can say is stored.
      const prepared = await prepare({ document }).catch((error: unknown) => {
        if (!isRefused(error)) throw error;
        return prepare({ markdown: printMarkdown(document) });
      });
      const { result } = place.request
        ? await requestContent.applyPrepared(place.caller, place.request, prepared, otherAuthors)
        : await editing.applyToSpace(place.caller, place.space, prepared, otherAuthors);
      return result.pages.get(pageId)?.body ?? null;
    },

    keyOf: pageKeyOf,
  };
};

/** Reads and saves pages at the head of spaces and change requests. */
export type PageHeadsService = ReturnType<typeof createPageHeadsService>;
