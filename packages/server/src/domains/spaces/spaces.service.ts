import type { Static } from 'typebox';
import type { Caller } from '../../kernel/auth/principal.ts';
import type { PageRequest } from '../../kernel/contract/paging.ts';
import type { DatabaseTransaction } from '../../kernel/database/database.ts';
import { conflict, notFound } from '../../kernel/errors/errors.ts';
import { SYSTEM } from '../../kernel/events/events.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import {
  copyAccess,
  type Destination,
  deleteBranch,
  findTrashedBefore,
  type TreeService,
} from '../access/index.ts';
import { findMembers } from '../organizations/index.ts';
import type { spacesContract } from './spaces.contract.ts';
import type { SpaceSubject } from './spaces.policy.ts';
import {
  findSpace,
  insertSpace,
  listSpaces,
  listSpacesInCollection,
  listSpacesOfMember,
  updateSpace,
} from './spaces.store.ts';

interface Dependencies extends Pick<Kernel, 'db' | 'transaction' | 'clock' | 'newId' | 'events'> {
  readonly tree: TreeService;
}

type Wish = Static<(typeof spacesContract)['createSpace']['body']>;
type Changes = Static<(typeof spacesContract)['updateSpaceById']['body']>;

const DAY = 24 * 60 * 60 * 1000;

/** How long a space stays in the trash. */
export const TRASH_MS = 7 * DAY;

const DEFAULT_EMOJI = '📘';
const TITLE_LENGTH = 50;
const REMOVED_AT_ONCE = 100;

/** Spaces. */
export const createSpacesService = ({ db, transaction, clock, newId, events, tree }: Dependencies) => {
  const reload = async (tx: DatabaseTransaction, caller: Caller, id: string) =>
    (await findSpace(tx, id, caller.principal.userId))!;
  const record = (
    tx: DatabaseTransaction,
    caller: Caller,
    action: string,
    space: SpaceSubject,
    payload = {},
  ) =>
    events.record(tx, caller, {
      organizationId: space.organization_id,
      action,
      target: { type: 'space', id: space.id, label: space.title },
      payload,
    });

  return {
    find: (userId: string, id: string, executor = db) => findSpace(executor, id, userId),

    list: (caller: Caller, organizationId: string, page: PageRequest) =>
      listSpaces(db, organizationId, caller.principal.userId, page),

    listInCollection: (
      caller: Caller,
      collection: { organization_id: string; id: string },
      page: PageRequest,
    ) => listSpacesInCollection(db, collection, caller.principal.userId, page),

    listOfMember: async (
      caller: Caller,
      organizationId: string,
      memberId: string,
      order: 'asc' | 'desc',
      page: PageRequest,
    ) => {
      const [member] = await findMembers(db, organizationId, [memberId]);
      if (!member) throw notFound('member');
      return listSpacesOfMember(db, organizationId, memberId, caller.principal.userId, order, page);
    },

    create: (caller: Caller, organizationId: string, wish: Wish): Promise<SpaceSubject> =>
      transaction(async (tx) => {
        const id = await tree.add(tx, caller, {
          organizationId,
          kind: 'space',
          parentId: wish.parent ?? null,
        });
        await insertSpace(tx, {
          organizationId,
          id,
          revisionId: newId(),
          createdBy: caller.principal.userId,
          createdAt: clock.now(),
          title: wish.title ?? 'Untitled',
          emoji: wish.emoji ?? DEFAULT_EMOJI,
          // Live edits are a choice: whoever does not make it gets change requests.
          editMode: wish.editMode ?? 'locked',
          language: wish.language ?? null,
        });
        const space = await reload(tx, caller, id);
        await record(tx, caller, 'space.created', space);
        return space;
      }),

    update: (caller: Caller, space: SpaceSubject, changes: Changes): Promise<SpaceSubject> =>
      transaction(async (tx) => {
        await tree.setDefaultLevel(tx, space, changes.defaultLevel);
        await updateSpace(tx, space, {
          title: changes.title,
          emoji: changes.emoji === null ? DEFAULT_EMOJI : changes.emoji,
          // An emoji takes the place of an icon.
          icon_url: changes.icon === undefined && changes.emoji ? null : changes.icon,
          edit_mode: changes.editMode,
          language: changes.language,
          merge_rules: changes.mergeRules && JSON.stringify(changes.mergeRules),
        });
        await record(tx, caller, 'space.updated', space, { fields: Object.keys(changes) });
        return reload(tx, caller, space.id);
      }),

    remove: (caller: Caller, space: SpaceSubject): Promise<void> =>
      transaction(async (tx) => {
        await tree.setTrashed(tx, space, true);
        await record(tx, caller, 'space.deleted', space);
      }),

    restore: (caller: Caller, space: SpaceSubject): Promise<SpaceSubject> =>
      transaction(async (tx) => {
        if (space.deleted_at === null) throw conflict('The space is not in the trash');
        if (space.deleted_at.getTime() + TRASH_MS <= clock.now().getTime()) throw notFound('space');
        await tree.setTrashed(tx, space, false);
        await record(tx, caller, 'space.restored', space);
        return reload(tx, caller, space.id);
      }),

    duplicate: (caller: Caller, space: SpaceSubject): Promise<SpaceSubject> =>
      transaction(async (tx) => {
        const { organization_id: organizationId } = space;
        const id = await tree.add(tx, caller, { organizationId, kind: 'space', parentId: space.parent_id });
        await insertSpace(tx, {
          organizationId,
          id,
          revisionId: newId(),
          createdBy: caller.principal.userId,
          createdAt: clock.now(),
          title: [...`Copy of ${space.title}`].slice(0, TITLE_LENGTH).join(''),
          emoji: space.emoji,
          iconUrl: space.icon_url,
          editMode: space.edit_mode,
          language: space.language,
          mergeRules: space.merge_rules,
        });
        // What was closed stays closed in the copy.
        await copyAccess(tx, space, id);
        const copy = await reload(tx, caller, id);
        await record(tx, caller, 'space.created', copy, { duplicateOf: space.id });
        return copy;
      }),

    move: (caller: Caller, space: SpaceSubject, to: Destination): Promise<SpaceSubject> =>
      transaction(async (tx) => {
        await tree.move(tx, caller, space, to);
        await record(tx, caller, 'space.moved', space, { ...to });
        return reload(tx, caller, space.id);
      }),

    transfer: (caller: Caller, space: SpaceSubject, organizationId: string): Promise<SpaceSubject> =>
      transaction(async (tx) => {
        await tree.transfer(tx, caller, space, organizationId);
        const payload = { from: space.organization_id, to: organizationId };
        await record(tx, caller, 'space.transferred', space, payload);
        await record(tx, caller, 'space.received', { ...space, organization_id: organizationId }, payload);
        return reload(tx, caller, space.id);
      }),

    /** Removes for good what has been in the trash for too long; says how many. */
    removeExpired: async (): Promise<number> => {
      const due = await findTrashedBefore(db, new Date(clock.now().getTime() - TRASH_MS), REMOVED_AT_ONCE);
      for (const space of due)
        await transaction(async (tx) => {
          await deleteBranch(tx, space);
          await events.record(tx, SYSTEM, {
            organizationId: space.organization_id,
            action: 'space.removed',
            target: { type: 'space', id: space.id, label: space.title },
          });
        });
      return due.length;
    },
  };
};

/** Spaces. */
export type SpacesService = ReturnType<typeof createSpacesService>;
