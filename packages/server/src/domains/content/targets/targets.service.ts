import { type ContentRef, type FileRecord, keys, type ReusableRecord } from '@lectern/document';
import type { Links } from '../../../kernel/links.ts';
import {
  type CollectionSubject,
  type CollectionsService,
  collectionPolicy,
} from '../../collections/index.ts';
import { type SpaceSubject, type SpacesService, spacePolicy } from '../../spaces/index.ts';
import { type LocatedPage, locatePages } from '../changes/changes.service.ts';
import type { ContentService, Reading } from '../content.service.ts';

/** What a reference leads to. */
export type Target =
  | { readonly kind: 'url'; readonly url: string }
  | {
      readonly kind: 'page';
      readonly space: SpaceSubject;
      readonly page: LocatedPage;
      readonly anchor?: string | undefined;
    }
  | { readonly kind: 'file'; readonly space: SpaceSubject; readonly id: string; readonly file: FileRecord }
  | {
      readonly kind: 'reusable-content';
      readonly space: SpaceSubject;
      readonly id: string;
      readonly content: ReusableRecord;
    }
  | { readonly kind: 'space'; readonly space: SpaceSubject }
  | { readonly kind: 'collection'; readonly collection: CollectionSubject };

/** Whether a reference leads anywhere, and where to. */
export interface Judgement {
  readonly status: 'ok' | 'broken' | 'in-app';
  readonly target?: Target | undefined;
}

interface Dependencies {
  readonly content: ContentService;
  readonly spaces: SpacesService;
  readonly collections: CollectionsService;
  readonly links: Links;
}

const BROKEN: Judgement = { status: 'broken' };

// How addresses are written that led somewhere once.
const isBrokenUrl = (url: string) => url === '' || /^(\/broken\/|broken-reference\b)/.test(url);

const spaceOf = (ref: ContentRef): string | undefined => ('space' in ref ? ref.space : undefined);

/** Judges references as a reader meets them: what they may not see is not there. */
export const createTargetsService = ({ content, spaces, collections, links }: Dependencies) => {
  const visibleSpace = async (userId: string, id: string) => {
    const space = await spaces.find(userId, id);
    return space && spacePolicy.can.view(space) ? space : undefined;
  };

  /** What references in one space lead to: one look per kind and level, for all of them. */
  const judgesIn = async (from: Reading, refs: readonly ContentRef[]) => {
    const pages = await locatePages(
      from.view,
      refs.flatMap((ref) => ((ref.kind === 'page' || ref.kind === 'anchor') && ref.page ? [ref.page] : [])),
    );
    const records = await from.view.getMany(
      refs.flatMap((ref) => {
        if (ref.kind === 'file') return [keys.file(ref.file)];
        return ref.kind === 'reusable-content' ? [keys.reusable(ref.reusableContent)] : [];
      }),
    );
    const { space } = from;
    return (ref: ContentRef): Target | undefined => {
      if (ref.kind === 'space') return { kind: 'space', space };
      if (ref.kind === 'page' || ref.kind === 'anchor') {
        const page = pages.get(ref.page ?? '');
        return page && { kind: 'page', space, page, ...(ref.kind === 'anchor' && { anchor: ref.anchor }) };
      }
      if (ref.kind === 'file') {
        const file = records.get(keys.file(ref.file)) as FileRecord | undefined;
        return file && { kind: 'file', space, id: ref.file, file };
      }
      if (ref.kind !== 'reusable-content') return undefined;
      const found = records.get(keys.reusable(ref.reusableContent)) as ReusableRecord | undefined;
      return found && { kind: 'reusable-content', space, id: ref.reusableContent, content: found };
    };
  };

  return {
    /** Judges references that stand in what is read. */
    judge: async (
      userId: string,
      from: Reading,
      refs: readonly ContentRef[],
    ): Promise<(ref: ContentRef) => Judgement> => {
      const judges = new Map<string | undefined, (ref: ContentRef) => Target | undefined>();
      for (const id of new Set(refs.map(spaceOf))) {
        const other = id === undefined || id === from.space.id ? undefined : await visibleSpace(userId, id);
        const reading =
          id === undefined || id === from.space.id ? from : other && (await content.head(other));
        if (!reading) continue;
        judges.set(
          id,
          await judgesIn(
            reading,
            refs.filter((ref) => spaceOf(ref) === id),
          ),
        );
      }
      const found = new Map<string, CollectionSubject>();
      for (const ref of refs) {
        if (ref.kind !== 'collection' || found.has(ref.collection)) continue;
        const collection = await collections.find(userId, ref.collection);
        if (collection && collectionPolicy.can.view(collection)) found.set(ref.collection, collection);
      }
      return (ref) => {
        switch (ref.kind) {
          case 'url':
            if (isBrokenUrl(ref.url)) return BROKEN;
            return {
              status: ref.url.startsWith(links.app('/')) ? 'in-app' : 'ok',
              target: { kind: 'url', url: ref.url },
            };
          case 'collection': {
            const collection = found.get(ref.collection);
            return collection ? { status: 'ok', target: { kind: 'collection', collection } } : BROKEN;
          }
          // Nothing here knows these yet.
          case 'user':
          case 'tag':
          case 'openapi':
            return { status: 'ok' };
          default: {
            // An anchor of wherever a reusable content is included.
            if (ref.kind === 'anchor' && ref.page === undefined) return { status: 'ok' };
            const target = judges.get(spaceOf(ref))?.(ref);
            return target ? { status: 'ok', target } : BROKEN;
          }
        }
      };
    },
  };
};

/** Judges references. */
export type TargetsService = ReturnType<typeof createTargetsService>;
