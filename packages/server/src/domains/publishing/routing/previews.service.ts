import type { ChangeRequestsService } from '../../change-requests/index.ts';
import type { RevisionsService } from '../../revisions/index.ts';
import { type ResolvedPath, resolvePath, type Structure, type Variant } from '../site/structure.ts';
import type { PreviewedChangeRequest, Visit } from '../site/visit.ts';

/** Path segment before previews, below the root of a space: `~/changes/<id>/<page>` or `~/revisions/<id>/<page>`. */
export const PREVIEW_PREFIX = '~';

// The keys of pages in a snapshot.
const PAGE_KEY = 'p/';

interface Dependencies {
  readonly changeRequests: Pick<ChangeRequestsService, 'find'>;
  readonly revisions: Pick<RevisionsService, 'find' | 'merkleMap'>;
}

/** The previewed content. */
interface PreviewedContent {
  readonly root: string;
  readonly changeRequest?: PreviewedChangeRequest;
}

/** A visit of a site in which one space has the content of a change request or a revision. */
export interface PreviewVisit {
  readonly visit: Visit;
  readonly resolved: ResolvedPath;
  /** The canonical path, in which ids are case-sensitive. */
  readonly rest: readonly string[];
}

const lower = (segments: readonly string[]) => segments.map((segment) => segment.toLowerCase());

/** Path segments in lower case, except for the id of a preview. */
export const canonicalSegments = (segments: readonly string[]): readonly string[] => {
  const at = segments.indexOf(PREVIEW_PREFIX);
  const id = at < 0 ? -1 : at + 2;
  return segments.map((segment, index) => (index === id ? segment : segment.toLowerCase()));
};

/** Whether a path names the preview of a change request. */
export const isChangePreview = (segments: readonly string[]): boolean => {
  const at = segments.indexOf(PREVIEW_PREFIX);
  return at >= 0 && segments[at + 1] === 'changes' && segments[at + 2] !== undefined;
};

const replaceVariant = (structure: Structure, before: Variant, after: Variant): Structure => ({
  ...structure,
  variants: structure.variants.map((one) => (one === before ? after : one)),
  home: structure.home === before ? after : structure.home,
});

/** Makes the service for members' previews of change requests and revisions. */
export const createPreviewsService = ({ changeRequests, revisions }: Dependencies) => {
  const changeRequestContent = async (
    space: { organization_id: string; id: string },
    member: string,
    id: string,
  ): Promise<PreviewedContent | undefined> => {
    const request = await changeRequests.find(member, space.id, id);
    if (!request) return undefined;
    const current = await revisions.find(space, request.revision_id);
    const base = await revisions.find(space, request.revision_merged_ancestor ?? request.revision_initial);
    if (!current || !base) return undefined;
    const changes = await revisions.merkleMap(space.organization_id).diff(base.root, current.root);
    return {
      root: current.root,
      changeRequest: {
        space: space.id,
        number: request.number,
        subject: request.subject,
        author: request.creator.display_name,
        changedPages: changes.flatMap(({ key, after }) =>
          key.startsWith(PAGE_KEY) && after !== undefined ? [key.slice(PAGE_KEY.length)] : [],
        ),
      },
    };
  };

  const contentOf = async (
    space: { organization_id: string; id: string },
    member: string,
    kind: string,
    id: string,
  ): Promise<PreviewedContent | undefined> =>
    kind === 'changes' ? changeRequestContent(space, member, id) : revisions.find(space, id);

  return {
    /** The preview that a path names; undefined if there is none, or the visitor is not a member with access to it. */
    find: async (visit: Visit, segments: readonly string[]): Promise<PreviewVisit | undefined> => {
      const at = segments.indexOf(PREVIEW_PREFIX);
      const [kind, id, ...page] = segments.slice(at + 1);
      if (visit.member === undefined || at < 0 || id === undefined) return undefined;
      if (kind !== 'changes' && kind !== 'revisions') return undefined;
      const before = lower(segments.slice(0, at));
      const resolved = resolvePath(visit.structure, before);
      if (!resolved || resolved.rest.length > 0) return undefined;
      const { variant } = resolved;
      const space = { organization_id: visit.site.organization, id: variant.space };
      const content = await contentOf(space, visit.member, kind, id);
      if (!content) return undefined;
      const { root, changeRequest } = content;
      // Links inside the space stay inside the preview.
      const previewed = { ...variant, root, prefix: [...variant.prefix, PREVIEW_PREFIX, kind, id] };
      const rest = lower(page);
      return {
        visit: { ...visit, changeRequest, structure: replaceVariant(visit.structure, variant, previewed) },
        resolved: { variant: previewed, rest },
        rest: [...before, PREVIEW_PREFIX, kind, id, ...rest],
      };
    },
  };
};

/** Previews of change requests and revisions. */
export type PreviewsService = ReturnType<typeof createPreviewsService>;
