import type { Static } from 'typebox';
import type { Caller } from '../../../kernel/auth/principal.ts';
import { conflict, invalid, notFound } from '../../../kernel/errors/errors.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { RevisionsService } from '../../revisions/index.ts';
import type { SpaceSubject, SpacesService } from '../../spaces/index.ts';
import type { FilesService } from '../files/files.service.ts';
import type { BodyLinksService } from '../links/body-links.service.ts';
import {
  createApplyChangesService,
  type NoteSections,
  type PreparedChanges,
} from './apply-changes.service.ts';
import { createBodyParser, hasConflict, type ParsedBody } from './body-parser.ts';
import {
  createEditGroupsService,
  type EditedSpace,
  findSpaceRevision,
  requireLive,
} from './edit-groups.service.ts';
import { requireUniqueRefs } from './edit-refs.ts';
import type { ContentChanges } from './editing.contract.ts';
import { filesOf } from './file-changes.ts';

/** Makes revisions of what people are writing together in a space or a change request. */
export type SaveSharedPages = (place: {
  readonly organizationId: string;
  readonly spaceId: string;
  /** Empty for the space itself. */
  readonly changeRequestId: string;
}) => Promise<void>;

type Dependencies = Pick<Kernel, 'transaction' | 'mutex' | 'newId' | 'events' | 'markdown' | 'clock'> & {
  readonly revisions: RevisionsService;
  readonly spaces: SpacesService;
  readonly files: FilesService;
  readonly bodyLinks: BodyLinksService;
  readonly noteSections: NoteSections;
  readonly saveSharedPages: SaveSharedPages;
};

/** Applies changes to content, of spaces and of change requests. */
export const createEditingService = (dependencies: Dependencies) => {
  const {
    transaction,
    mutex,
    events,
    revisions,
    spaces,
    files: filesService,
    saveSharedPages,
  } = dependencies;
  const bodies = createBodyParser(dependencies);
  const applyChanges = createApplyChangesService(dependencies);
  const editGroups = createEditGroupsService({ ...dependencies, applyChanges });

  /** Parses bodies and receives files; refuses invalid input. */
  const prepare = async (
    organizationId: string,
    { changes }: Static<typeof ContentChanges>,
  ): Promise<PreparedChanges> => {
    requireUniqueRefs(changes);
    const parsed = new Map<string, ParsedBody>();
    for (const [index, change] of changes.entries()) {
      const path = `body.changes.${index}`;
      if ('document' in change && change.document)
        parsed.set(path, await bodies.parse(change.document, `${path}.document`));
    }
    return {
      changes,
      bodies: parsed,
      bytes: await filesService.receiveAll(organizationId, filesOf(changes)),
    };
  };

  /** Before pages are deleted, the history gets the last words that were written in them. */
  const saveBeforeDeletion = async (
    place: Parameters<SaveSharedPages>[0],
    { changes }: Static<typeof ContentChanges>,
  ): Promise<void> => {
    if (changes.some(({ operation }) => operation === 'delete_page')) await saveSharedPages(place);
  };

  // Conflicts are resolved in change requests, before they are merged.
  const requireNoConflicts = async ({ bodies: parsed }: PreparedChanges): Promise<void> => {
    for (const [path, { markdown }] of parsed)
      if (await hasConflict(dependencies.markdown, markdown))
        throw invalid({
          path: `${path}.document`,
          message: 'contains an unresolved conflict, which is only allowed in a change request',
        });
  };

  /** Applies prepared changes to a space with live edits, as one revision of the caller and of those who wrote it with them. */
  const applyToSpace = (
    caller: Caller,
    space: SpaceSubject,
    prepared: PreparedChanges,
    otherAuthors: readonly string[] = [],
  ): Promise<EditedSpace> => editGroups({ caller, space, prepared, otherAuthors });

  return {
    prepare,
    saveBeforeDeletion,
    apply: applyChanges.applyNow,
    requireLive,
    applyToSpace,

    /** Edits a space with live edits. */
    editSpace: async (
      caller: Caller,
      space: SpaceSubject,
      changes: Static<typeof ContentChanges>,
    ): Promise<EditedSpace> => {
      requireLive(space);
      const prepared = await prepare(space.organization_id, changes);
      await requireNoConflicts(prepared);
      await saveBeforeDeletion(
        { organizationId: space.organization_id, spaceId: space.id, changeRequestId: '' },
        changes,
      );
      return applyToSpace(caller, space, prepared);
    },

    /** Rolls a space back to one of its revisions; later revisions stay in the history. */
    rollback: (caller: Caller, space: SpaceSubject, revisionId: string): Promise<SpaceSubject> =>
      mutex(space.id, () =>
        transaction(async (tx) => {
          const head = await revisions.lockHead(tx, space);
          const target = await findSpaceRevision(revisions, tx, space, revisionId);
          if (!head || !target) throw notFound('revision');
          const root = await revisions.addFormerPaths(tx, space.organization_id, head.root, target.root);
          if (head.root === root) throw conflict('The space already has the content of this revision');
          const id = await revisions.insert(tx, {
            organizationId: space.organization_id,
            spaceId: space.id,
            root,
            type: 'rollback',
            parents: [head.id],
            createdBy: caller.principal.userId,
          });
          await revisions.moveHead(tx, space, id, caller.principal.chain);
          await events.record(tx, caller, {
            organizationId: space.organization_id,
            action: 'space.rolled-back',
            target: { type: 'space', id: space.id, label: space.title },
            payload: { revision: id, from: head.id, to: revisionId },
          });
          return (await spaces.find(caller.principal.userId, space.id, tx))!;
        }),
      ),
  };
};

/** Applies changes to content. */
export type EditingService = ReturnType<typeof createEditingService>;
