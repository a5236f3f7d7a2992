import type { Caller } from '../../../kernel/auth/principal.ts';
import type { Role } from '../../../kernel/contract/vocabulary.ts';
import type { DatabaseTransaction } from '../../../kernel/database/database.ts';
import { conflict, forbidden, invalid, notFound } from '../../../kernel/errors/errors.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import { positionAtEnd, positionBetween } from '../../../kernel/positions.ts';
import { type OrganizationsService, organizationPolicy } from '../../organizations/index.ts';
import { type ContentSubject, collectionAccessPolicy } from '../access.policy.ts';
import {
  deleteBranch,
  findContent,
  findNeighbours,
  findSpacesBelow,
  insertContent,
  isLast,
  lockTree,
  moveContent,
  renumber,
  transferContent,
  updateContent,
  uproot,
} from './tree.store.ts';

interface Dependencies extends Pick<Kernel, 'clock' | 'newId'> {
  readonly organizations: Pick<OrganizationsService, 'find'>;
}

/** A content that a position refers to. */
export type Pointer =
  | { readonly type: 'space'; readonly space: string }
  | { readonly type: 'collection'; readonly collection: string };

/** Where a content is to go. */
export interface Destination {
  readonly parent?: string | null;
  readonly position?: { readonly before?: Pointer; readonly after?: Pointer };
}

/** The level that applies where no grant does: a role, none, or that of the parent. */
export type DefaultLevel = Role | null | 'inherit';

/** The default level of a content. */
export const toDefaultLevel = (content: Pick<ContentSubject, 'inherits' | 'default_role'>): DefaultLevel =>
  content.inherits ? 'inherit' : content.default_role;

// Positions grow when things are squeezed between the same two again and again.
const LONGEST_POSITION = 100;

const idOf = (pointer: Pointer) => (pointer.type === 'space' ? pointer.space : pointer.collection);

/** The tree of collections and spaces: where things are, and how they get elsewhere. */
export const createTreeService = ({ clock, newId, organizations }: Dependencies) => {
  const newPosition = () => positionAtEnd(newId());

  const organizationOf = async (tx: DatabaseTransaction, caller: Caller, organizationId: string) => {
    const organization = await organizations.find(organizationId, caller.principal.userId, tx);
    if (!organization || !organizationPolicy.can.view(organization)) throw notFound('organization');
    return organization;
  };

  /** The place under a parent, if the caller may put something there. */
  const place = async (
    tx: DatabaseTransaction,
    caller: Caller,
    organizationId: string,
    parentId: string | null,
  ) => {
    if (parentId === null) {
      const organization = await organizationOf(tx, caller, organizationId);
      if (!organizationPolicy.can.createContent(organization))
        throw forbidden('You may not create content in this organization');
      return { parentId, ancestors: [] as string[] };
    }
    const parent = await findContent(tx, parentId, caller.principal.userId);
    if (
      !parent ||
      parent.kind !== 'collection' ||
      parent.organization_id !== organizationId ||
      !collectionAccessPolicy.can.view(parent)
    )
      throw notFound('collection');
    if (!collectionAccessPolicy.can.create(parent))
      throw forbidden('You may not create content in this collection');
    return { parentId, ancestors: [parent.id, ...parent.ancestors] };
  };

  const positionFor = async (
    tx: DatabaseTransaction,
    content: ContentSubject,
    parentId: string | null,
    position: Destination['position'],
  ): Promise<{ position: string; unchanged: boolean }> => {
    const side = position?.before ? 'before' : 'after';
    const pointer = position?.before ?? position?.after;
    const here = { organizationId: content.organization_id, parentId };
    const samePlace = parentId === content.parent_id;
    if (!pointer)
      return { position: newPosition(), unchanged: samePlace && (await isLast(tx, here, content.position)) };
    if (position?.before && position.after)
      throw invalid({ path: 'body.position', message: 'has to be before or after, not both' });
    const path = `body.position.${side}`;
    if (idOf(pointer) === content.id) throw invalid({ path, message: 'is the thing that is to be moved' });
    const find = () => findNeighbours(tx, here, idOf(pointer), content.id);
    let near = await find();
    if (!near || near.kind !== pointer.type)
      throw invalid({ path, message: 'is not in the place to move to' });
    const between = () =>
      side === 'before'
        ? positionBetween(near!.previous, near!.position)
        : positionBetween(near!.position, near!.next);
    if (between().length > LONGEST_POSITION) {
      await renumber(tx, here, newPosition);
      near = (await find())!;
    }
    const [low, high] = side === 'before' ? [near.previous, near.position] : [near.position, near.next];
    const unchanged = samePlace && content.position > low && (high === undefined || content.position < high);
    return { position: between(), unchanged };
  };

  return {
    place,

    /** Hangs a new content at the end of a place. */
    add: async (
      tx: DatabaseTransaction,
      caller: Caller,
      content: { organizationId: string; kind: 'collection' | 'space'; parentId: string | null },
    ): Promise<string> => {
      await lockTree(tx, content.organizationId, 'shared');
      const where = await place(tx, caller, content.organizationId, content.parentId);
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
    },

    /** Changes the level that applies where no grant does. */
    setDefaultLevel: (tx: DatabaseTransaction, content: ContentSubject, level: DefaultLevel | undefined) =>
      updateContent(tx, content, {
        ...(level !== undefined && {
          inherits: level === 'inherit',
          default_role: level === 'inherit' ? null : level,
        }),
        updated_at: clock.now(),
      }),

    /** Moves a content, with all below it, inside its organization. */
    move: async (
      tx: DatabaseTransaction,
      caller: Caller,
      seen: ContentSubject,
      to: Destination,
    ): Promise<void> => {
      await lockTree(tx, seen.organization_id, 'exclusive');
      const content = await findContent(tx, seen.id, caller.principal.userId);
      if (!content || content.deleted_at) throw notFound(seen.kind);
      const parentId = to.parent === undefined ? content.parent_id : to.parent;
      const stays = parentId === content.parent_id;
      if (parentId === content.id)
        throw invalid({ path: 'body.parent', message: 'is the collection itself' });
      const where = stays
        ? { parentId, ancestors: content.ancestors }
        : await place(tx, caller, content.organization_id, parentId);
      if (where.ancestors.includes(content.id))
        throw invalid({ path: 'body.parent', message: 'lies inside the collection that is to be moved' });
      const { position, unchanged } = await positionFor(tx, content, parentId, to.position);
      if (unchanged) throw conflict(`The ${content.kind} is there already`);
      await moveContent(tx, content, { ...where, position, updatedAt: clock.now() });
    },

    /** Hands a content, with all below it, to another organization. */
    transfer: async (
      tx: DatabaseTransaction,
      caller: Caller,
      seen: ContentSubject,
      organizationId: string,
    ): Promise<string[]> => {
      const target = await organizationOf(tx, caller, organizationId);
      if (organizationId === seen.organization_id)
        throw conflict(`The ${seen.kind} belongs to this organization already`);
      if (!organizationPolicy.can.createContent(target))
        throw forbidden('You may not create content in the target organization');
      // In one order, so that two transfers in opposite directions do not wait for each other.
      for (const id of [seen.organization_id, organizationId].sort()) await lockTree(tx, id, 'exclusive');
      const content = await findContent(tx, seen.id, caller.principal.userId);
      if (!content || content.deleted_at || content.organization_id !== seen.organization_id)
        throw notFound(seen.kind);
      return transferContent(tx, content, {
        organizationId,
        position: newPosition(),
        updatedAt: clock.now(),
      });
    },

    /** Removes a collection and the collections below it for good; their spaces go to the trash. */
    removeCollection: async (tx: DatabaseTransaction, collection: ContentSubject): Promise<string[]> => {
      await lockTree(tx, collection.organization_id, 'exclusive');
      const spaces = await findSpacesBelow(tx, collection);
      if (spaces.length > 0)
        await uproot(
          tx,
          collection.organization_id,
          spaces.map(({ id }) => ({ id, position: newPosition() })),
          clock.now(),
        );
      await deleteBranch(tx, collection);
      return spaces.filter((space) => space.deleted_at === null).map((space) => space.id);
    },

    /** Puts a space into the trash, or takes it out. */
    setTrashed: (tx: DatabaseTransaction, space: ContentSubject, trashed: boolean) =>
      updateContent(tx, space, { deleted_at: trashed ? clock.now() : null, updated_at: clock.now() }),
  };
};

/** The tree of collections and spaces. */
export type TreeService = ReturnType<typeof createTreeService>;
