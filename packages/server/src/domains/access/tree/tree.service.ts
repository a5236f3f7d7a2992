import { positionAtEnd, positionBetween } from '@lectern/document';
import { forbiddenAction } from '../../../kernel/auth/forbidden-action.ts';
import type { Caller } from '../../../kernel/auth/principal.ts';
import type { Role } from '../../../kernel/contract/common-schemas.ts';
import type { DatabaseTransaction } from '../../../kernel/database/database.ts';
import { conflict, forbidden, invalid, notFound } from '../../../kernel/errors/errors.ts';
import type { Change } from '../../../kernel/events/field-changes.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import { type OrganizationsService, organizationPolicy } from '../../organizations/index.ts';
import { type ContentSubject, collectionAccessPolicy, spaceAccessPolicy } from '../access.policy.ts';
import { type DeletedAccess, deleteAccess } from './delete-access.store.ts';
import {
  deleteBranch,
  findBranch,
  findContent,
  findDepthBelow,
  findLastPosition,
  findNeighbours,
  findSibling,
  findSpacesBelow,
  insertContent,
  isLast,
  type LockMode,
  lockLevel,
  lockTree,
  managesBranch,
  moveContent,
  moveSpacesToTrash,
  renumber,
  transferBranch,
  updateContent,
} from './tree.store.ts';

interface Dependencies extends Pick<Kernel, 'clock' | 'newId'> {
  readonly organizations: Pick<OrganizationsService, 'find'>;
  readonly beforeRemoval: RemovalHook;
}

/** Called before spaces or sites are removed from an organization; the function it returns is called afterwards. */
export type RemovalHook = (
  tx: DatabaseTransaction,
  kind: 'space' | 'site',
  organizationId: string,
  ids: readonly string[],
) => Promise<() => Promise<void>>;

/** The sibling that a position refers to. */
export type Pointer =
  | { readonly type: 'space'; readonly space: string }
  | { readonly type: 'collection'; readonly collection: string };

/** The destination of a move. */
export interface Destination {
  readonly parent?: string | null;
  readonly position?: { readonly before?: Pointer; readonly after?: Pointer };
}

/** The role of members without a grant: a role, null for none, or that of the parent. */
export type DefaultLevel = Role | null | 'inherit';

/** The default level of a content. */
export const toDefaultLevel = (content: Pick<ContentSubject, 'inherits' | 'default_role'>): DefaultLevel =>
  content.inherits ? 'inherit' : content.default_role;

// Positions get longer with every insertion between the same two siblings.
const MAX_POSITION_LENGTH = 100;

const POLICIES = { collection: collectionAccessPolicy, space: spaceAccessPolicy };

interface Place {
  readonly organizationId: string;
  readonly parentId: string | null;
}

const idOf = (pointer: Pointer) => (pointer.type === 'space' ? pointer.space : pointer.collection);

// Roles are resolved through all ancestors, for every row of a list.
const MAX_DEPTH = 20;

const requireDepth = (above: number) => {
  if (above >= MAX_DEPTH)
    throw invalid({
      path: 'body.parent',
      message: `is too deep: collections can be nested at most ${MAX_DEPTH} levels`,
    });
};

/** The tree of collections and spaces: positions, moves, transfers and the trash. */
export const createContentTreeService = ({ clock, newId, organizations, beforeRemoval }: Dependencies) => {
  const newPosition = () => positionAtEnd(newId());

  const organizationOf = async (tx: DatabaseTransaction, caller: Caller, organizationId: string) => {
    const organization = await organizations.find(organizationId, caller.principal.userId, tx);
    if (!organization || !organizationPolicy.can.view(organization)) throw notFound('organization');
    return organization;
  };

  /** The place under a parent; throws if the caller may not create content there. */
  const requirePlace = async (
    tx: DatabaseTransaction,
    caller: Caller,
    organizationId: string,
    parentId: string | null,
  ) => {
    if (parentId === null) {
      const organization = await organizationOf(tx, caller, organizationId);
      if (!organizationPolicy.can.createContent(organization))
        throw forbidden('You do not have permission to create content in this organization');
      return { parentId, ancestors: [] as string[] };
    }
    const parent = await findContent(tx, parentId, caller.principal.userId);
    if (
      parent?.kind !== 'collection' ||
      parent.organization_id !== organizationId ||
      !collectionAccessPolicy.can.view(parent)
    )
      throw notFound('collection');
    if (!collectionAccessPolicy.can.create(parent))
      throw forbidden('You do not have permission to create content in this collection');
    return { parentId, ancestors: [parent.id, ...parent.ancestors] };
  };

  /**
   * Locks the tree and reloads the content; undefined if it no longer exists or is no longer visible to the caller. The
   * permission is checked again: it may have been revoked while this waited for the lock.
   */
  const lockAndFind = async (
    tx: DatabaseTransaction,
    caller: Caller,
    seen: ContentSubject,
    can: 'view' | 'admin',
    mode: LockMode,
  ): Promise<ContentSubject | undefined> => {
    await lockTree(tx, seen.organization_id, mode);
    const content = await findContent(tx, seen.id, caller.principal.userId);
    if (content?.organization_id !== seen.organization_id || content.role === null) return undefined;
    if (can === 'view' || POLICIES[content.kind].can.admin(content)) return content;
    // A deleted space is visible only to its administrators.
    if (content.deleted_at) return undefined;
    throw forbiddenAction(can, content.kind);
  };

  /** Locks the position of a content and returns its current state; throws if the caller has lost the permission. */
  const lock = async (
    tx: DatabaseTransaction,
    caller: Caller,
    seen: ContentSubject,
    can: 'view' | 'admin',
    mode: LockMode = 'shared',
  ): Promise<ContentSubject> => {
    const content = await lockAndFind(tx, caller, seen, can, mode);
    if (!content || content.deleted_at) throw notFound(seen.kind);
    return content;
  };

  const endOf = async (tx: DatabaseTransaction, place: Place): Promise<string> => {
    const end = newPosition();
    const last = await findLastPosition(tx, place);
    if (last === undefined || last < end) return end;
    // Another process has a clock that is ahead.
    await renumber(tx, place, newPosition);
    return newPosition();
  };

  const positionFor = async (
    tx: DatabaseTransaction,
    caller: Caller,
    content: ContentSubject,
    place: Place,
    position: Destination['position'],
  ): Promise<{ position: string; unchanged: boolean }> => {
    const side = position?.before ? 'before' : 'after';
    const pointer = position?.before ?? position?.after;
    const samePlace = place.parentId === content.parent_id;
    if (!pointer)
      return {
        unchanged: samePlace && (await isLast(tx, place, content.position)),
        position: await endOf(tx, place),
      };
    if (position?.before && position.after)
      throw invalid({ path: 'body.position', message: 'must have either before or after, not both' });
    const path = `body.position.${side}`;
    if (idOf(pointer) === content.id)
      throw invalid({ path, message: 'must not be the moved content itself' });
    const gap = async () => {
      const sibling = await findSibling(tx, place, idOf(pointer), caller.principal.userId);
      if (sibling?.kind !== pointer.type) throw invalid({ path, message: 'is not in the target collection' });
      const { before, after, shown } = await findNeighbours(tx, place, sibling.position, content.id);
      return side === 'before'
        ? { low: before, high: sibling.position, shownLow: shown.before, shownHigh: sibling.position }
        : { low: sibling.position, high: after, shownLow: sibling.position, shownHigh: shown.after };
    };
    const { low, high, shownLow, shownHigh } = await gap();
    const unchanged =
      samePlace && content.position > shownLow && (shownHigh === undefined || content.position < shownHigh);
    // New content is appended by its id: no position may be after that.
    if (high === undefined) return { position: await endOf(tx, place), unchanged };
    const between = positionBetween(low, high);
    if (between.length <= MAX_POSITION_LENGTH) return { position: between, unchanged };
    await renumber(tx, place, newPosition);
    const wider = await gap();
    return { position: positionBetween(wider.low, wider.high), unchanged };
  };

  /** Adds a new content at the end of a place. */
  const add = async (
    tx: DatabaseTransaction,
    caller: Caller,
    content: { organizationId: string; kind: 'collection' | 'space'; parentId: string | null },
  ): Promise<string> => {
    await lockTree(tx, content.organizationId, 'shared');
    const where = await requirePlace(tx, caller, content.organizationId, content.parentId);
    requireDepth(where.ancestors.length);
    const id = newId();
    await insertContent(tx, {
      ...content,
      ...where,
      id,
      position: newPosition(),
      createdBy: caller.principal.userId,
      createdAt: clock.now(),
    });
    return id;
  };

  // Otherwise a collection would give control of restricted content inside it.
  const requireBranchManager = async (tx: DatabaseTransaction, caller: Caller, content: ContentSubject) => {
    if (!(await managesBranch(tx, content, caller.principal.userId)))
      throw forbidden(`This ${content.kind} contains content that you do not have permission to manage`);
  };

  return {
    lock,

    /** The same with an exclusive lock, for changes of access, which affect all descendants. */
    lockForAccessChange: (tx: DatabaseTransaction, caller: Caller, seen: ContentSubject) =>
      lock(tx, caller, seen, 'admin', 'exclusive'),

    /** Sets the time of the last change. */
    touch: (tx: DatabaseTransaction, content: ContentSubject) =>
      updateContent(tx, content, { updated_at: clock.now() }),

    add,

    /** Adds a new content of the same kind next to another one. */
    addBeside: async (tx: DatabaseTransaction, caller: Caller, model: ContentSubject): Promise<string> => {
      const { organization_id: organizationId, kind, parent_id: parentId } = model;
      const parent = parentId && (await findContent(tx, parentId, caller.principal.userId));
      if (parent && !collectionAccessPolicy.can.create(parent))
        throw forbidden('You do not have permission to create content in the collection of this space');
      return add(tx, caller, { organizationId, kind, parentId });
    },

    /** Sets the default level of a locked content; undefined if it is unchanged. */
    setDefaultLevel: async (
      tx: DatabaseTransaction,
      content: ContentSubject,
      level: DefaultLevel | undefined,
    ): Promise<Change<DefaultLevel> | undefined> => {
      const now = level !== undefined && (await lockLevel(tx, content));
      if (!now || toDefaultLevel(now) === level) return undefined;
      await updateContent(tx, content, {
        inherits: level === 'inherit',
        default_role: level === 'inherit' ? null : level,
        updated_at: clock.now(),
      });
      return { from: toDefaultLevel(now), to: level };
    },

    /** Moves a content with its descendants inside its organization; returns the old and the new parent. */
    move: async (
      tx: DatabaseTransaction,
      caller: Caller,
      seen: ContentSubject,
      to: Destination,
    ): Promise<{ from: string | null; to: string | null }> => {
      const content = await lock(tx, caller, seen, 'admin', 'exclusive');
      const parentId = to.parent === undefined ? content.parent_id : to.parent;
      const sameParent = parentId === content.parent_id;
      if (parentId === content.id)
        throw invalid({ path: 'body.parent', message: `must not be the ${content.kind} itself` });
      const where = sameParent
        ? { parentId, ancestors: content.ancestors }
        : await requirePlace(tx, caller, content.organization_id, parentId);
      if (where.ancestors.includes(content.id))
        throw invalid({ path: 'body.parent', message: 'must not be inside the moved collection' });
      if (!sameParent) requireDepth(where.ancestors.length + (await findDepthBelow(tx, content)));
      const here = { organizationId: content.organization_id, parentId };
      const { position, unchanged } = await positionFor(tx, caller, content, here, to.position);
      if (unchanged) throw conflict(`The ${content.kind} already has this position`);
      await moveContent(tx, content, { ...where, position, updatedAt: clock.now() });
      return { from: content.parent_id, to: parentId };
    },

    /** Transfers a content with its descendants to another organization; returns their ids and the deleted access. */
    transfer: async (
      tx: DatabaseTransaction,
      caller: Caller,
      seen: ContentSubject,
      organizationId: string,
    ): Promise<{ contents: readonly string[]; dropped: DeletedAccess }> => {
      const target = await organizationOf(tx, caller, organizationId);
      if (organizationId === seen.organization_id)
        throw conflict(`The ${seen.kind} already belongs to this organization`);
      if (!organizationPolicy.can.createContent(target))
        throw forbidden('You do not have permission to create content in the target organization');
      // Always in the same order, so that opposite transfers do not deadlock.
      for (const id of [seen.organization_id, organizationId].sort()) await lockTree(tx, id, 'exclusive');
      const content = await lock(tx, caller, seen, 'admin', 'exclusive');
      await requirePlace(tx, caller, organizationId, null);
      await requireBranchManager(tx, caller, content);
      const branch = await findBranch(tx, content);
      const dropped = await deleteAccess(tx, content.organization_id, branch);
      const afterRemoval = await beforeRemoval(tx, 'space', content.organization_id, branch);
      await transferBranch(tx, content, branch, {
        organizationId,
        position: newPosition(),
        updatedAt: clock.now(),
      });
      await afterRemoval();
      return { contents: branch, dropped };
    },

    /**
     * Deletes a collection with its subcollections and moves their spaces to the trash. Returns these spaces, those of
     * them that are closed now, and the deleted access; undefined if the collection no longer exists.
     */
    removeCollection: async (
      tx: DatabaseTransaction,
      caller: Caller,
      seen: ContentSubject,
    ): Promise<{ spaces: string[]; closed: string[]; dropped: DeletedAccess } | undefined> => {
      const collection = await lockAndFind(tx, caller, seen, 'admin', 'exclusive');
      if (!collection) return undefined;
      await requireBranchManager(tx, caller, collection);
      const { organization_id: organizationId } = collection;
      const spaces = await findSpacesBelow(tx, collection);
      const trashed = spaces.map(({ id }) => ({ id, position: newPosition() }));
      const closed =
        spaces.length > 0 ? await moveSpacesToTrash(tx, organizationId, trashed, clock.now()) : [];
      const collections = await findBranch(tx, collection);
      const dropped = await deleteAccess(tx, organizationId, collections);
      await deleteBranch(tx, organizationId, collections);
      return {
        spaces: spaces.filter((space) => space.deleted_at === null).map((space) => space.id),
        closed,
        dropped,
      };
    },

    /** Moves a space to the trash; returns false if it is there already. */
    moveToTrash: async (tx: DatabaseTransaction, caller: Caller, seen: ContentSubject): Promise<boolean> => {
      const space = await lockAndFind(tx, caller, seen, 'admin', 'exclusive');
      if (!space || space.deleted_at) return false;
      await updateContent(tx, space, { deleted_at: clock.now(), updated_at: clock.now() });
      return true;
    },

    /** Restores a space from the trash, if it was deleted after a time. */
    restore: async (
      tx: DatabaseTransaction,
      caller: Caller,
      seen: ContentSubject,
      trashedAfter: Date,
    ): Promise<void> => {
      const space = await lockAndFind(tx, caller, seen, 'admin', 'exclusive');
      if (space && space.deleted_at === null) throw conflict('The space is not in the trash');
      if (!space?.deleted_at || space.deleted_at <= trashedAfter) throw notFound('space');
      await updateContent(tx, space, { deleted_at: null, updated_at: clock.now() });
    },
  };
};

/** The tree of collections and spaces. */
export type ContentTreeService = ReturnType<typeof createContentTreeService>;
