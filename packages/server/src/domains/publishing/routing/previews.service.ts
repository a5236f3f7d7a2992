import type { ChangeRequestsService } from '../../change-requests/index.ts';
import type { RevisionsService } from '../../revisions/index.ts';
import type { Visit } from '../rendering/layout.ts';
import { type Place, placeOf, type Structure, type Variant } from '../site/structure.ts';

/** What stands before drafts in addresses: `~/changes/<id>/<page>` below the root of a space. */
export const DRAFTS = '~';

interface Dependencies {
  readonly changeRequests: Pick<ChangeRequestsService, 'find'>;
  readonly revisions: Pick<RevisionsService, 'find'>;
}

/** A site with one space of it as a change request or a revision has it. */
export interface DraftVisit {
  readonly visit: Visit;
  readonly place: Place;
  /** The path as it is written: ids keep their case. */
  readonly rest: readonly string[];
}

const lower = (segments: readonly string[]) => segments.map((segment) => segment.toLowerCase());

const withVariant = (structure: Structure, before: Variant, after: Variant): Structure => ({
  ...structure,
  variants: structure.variants.map((one) => (one === before ? after : one)),
  home: structure.home === before ? after : structure.home,
});

/** Content of sites that is not shown yet, or not any more, for members. */
export const createDraftsService = ({ changeRequests, revisions }: Dependencies) => {
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
    /** What a path means that names a draft; undefined where it names none, or none that is for the visitor. */
    in: async (visit: Visit, given: readonly string[]): Promise<DraftVisit | undefined> => {
      const at = given.indexOf(DRAFTS);
      const [kind, id, ...page] = given.slice(at + 1);
      if (visit.member === undefined || at < 0 || id === undefined) return undefined;
      if (kind !== 'changes' && kind !== 'revisions') return undefined;
      const before = lower(given.slice(0, at));
      const place = placeOf(visit.structure, before);
      if (!place || place.rest.length > 0) return undefined;
      const { variant } = place;
      const space = { organization_id: visit.site.organization, id: variant.space };
      const root = await rootOf(space, visit.member, kind, id);
      if (root === undefined) return undefined;
      // Links inside the space stay inside the draft.
      const draft = { ...variant, root, prefix: [...variant.prefix, DRAFTS, kind, id] };
      const rest = lower(page);
      return {
        visit: { ...visit, structure: withVariant(visit.structure, variant, draft) },
        place: { variant: draft, rest },
        rest: [...before, DRAFTS, kind, id, ...rest],
      };
    },
  };
};

/** Content that is not shown yet. */
export type DraftsService = ReturnType<typeof createDraftsService>;
