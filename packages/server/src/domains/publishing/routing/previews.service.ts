import type { ChangeRequestsService } from '../../change-requests/index.ts';
import type { RevisionsService } from '../../revisions/index.ts';
import { type ResolvedPath, resolvePath, type Structure, type Variant } from '../site/structure.ts';
import type { Visit } from '../site/visit.ts';

/** Path segment before previews, below the root of a space: `~/changes/<id>/<page>` or `~/revisions/<id>/<page>`. */
export const PREVIEW_PREFIX = '~';

interface Dependencies {
  readonly changeRequests: Pick<ChangeRequestsService, 'find'>;
  readonly revisions: Pick<RevisionsService, 'find'>;
}

/** A visit of a site in which one space has the content of a change request or a revision. */
export interface PreviewVisit {
  readonly visit: Visit;
  readonly resolved: ResolvedPath;
  /** The canonical path, in which ids are case-sensitive. */
  readonly rest: readonly string[];
}

const lower = (segments: readonly string[]) => segments.map((segment) => segment.toLowerCase());

const replaceVariant = (structure: Structure, before: Variant, after: Variant): Structure => ({
  ...structure,
  variants: structure.variants.map((one) => (one === before ? after : one)),
  home: structure.home === before ? after : structure.home,
});

/** Makes the service for members' previews of change requests and revisions. */
export const createPreviewsService = ({ changeRequests, revisions }: Dependencies) => {
  const rootOf = async (
    space: { organization_id: string; id: string },
    member: string,
    kind: string,
    id: string,
  ): Promise<string | undefined> => {
    const revision = kind === 'changes' ? (await changeRequests.find(member, space.id, id))?.revision_id : id;
    return revision === undefined ? undefined : (await revisions.find(space, revision))?.root;
  };

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
      const root = await rootOf(space, visit.member, kind, id);
      if (root === undefined) return undefined;
      // Links inside the space stay inside the preview.
      const previewed = { ...variant, root, prefix: [...variant.prefix, PREVIEW_PREFIX, kind, id] };
      const rest = lower(page);
      return {
        visit: { ...visit, structure: replaceVariant(visit.structure, variant, previewed) },
        resolved: { variant: previewed, rest },
        rest: [...before, PREVIEW_PREFIX, kind, id, ...rest],
      };
    },
  };
};

/** Previews of change requests and revisions. */
export type PreviewsService = ReturnType<typeof createPreviewsService>;
