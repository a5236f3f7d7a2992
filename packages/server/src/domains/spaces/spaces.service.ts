import type { Static } from 'typebox';
import type { Caller } from '../../kernel/auth/principal.ts';
import type { Page, PageRequest } from '../../kernel/contract/paging.ts';
import type { DatabaseTransaction } from '../../kernel/database/database.ts';
import { forbidden, invalid, notFound } from '../../kernel/errors/errors.ts';
import { changedFields } from '../../kernel/events/field-changes.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import {
  type ContentTreeService,
  copyAccess,
  type Destination,
  type RemovalHook,
  toDefaultLevel,
} from '../access/index.ts';
import {
  type AccessCountsService,
  findMembers,
  maySeeMember,
  type OrganizationSubject,
  validateMergeRules,
} from '../organizations/index.ts';
import type { RevisionsService } from '../revisions/index.ts';
import { removeExpiredSpaces } from './remove-expired-spaces.ts';
import { createSpaceListsService, type SpaceItem } from './space-lists.service.ts';
import { type GitSync, SpaceMergeRules, type spacesContract, type TemplateUse } from './spaces.contract.ts';
import {
  findOrganizationOf,
  findSpace,
  findSpacesByIds,
  findSpacesFor,
  findSpacesForVisitors,
  findVisibleSpaces,
  findVisibleSpacesInOrganization,
  insertSpace,
  listSpacesInCollection,
  listSpacesOfMember,
  listSpacesTitled,
  listTrashedSpaces,
  type SpaceSubject,
  updateSpace,
} from './spaces.store.ts';
import { visibilityOf } from './visibility.ts';

/** Creates content from a template; returns its root. */
export type ContentFromTemplate = (
  tx: DatabaseTransaction,
  organizationId: string,
  template: Static<typeof TemplateUse>,
) => Promise<string>;

interface Dependencies extends Pick<Kernel, 'db' | 'transaction' | 'clock' | 'newId' | 'events'> {
  readonly tree: ContentTreeService;
  readonly revisions: RevisionsService;
  readonly contentFromTemplate: ContentFromTemplate;
  readonly beforeRemoval: RemovalHook;
  readonly accessCounts: AccessCountsService;
}

type NewSpace = Static<(typeof spacesContract)['createSpace']['body']>;
type Changes = Static<(typeof spacesContract)['updateSpaceById']['body']>;

const DAY = 24 * 60 * 60 * 1000;

/** How long a space stays in the trash, in milliseconds. */
export const TRASH_MS = 7 * DAY;

const DEFAULT_EMOJI = '📘';
const TITLE_LENGTH = 50;
/** The API names of the columns of settings. */
const FIELDS = {
  title: 'title',
  emoji: 'emoji',
  icon_url: 'icon',
  edit_mode: 'editMode',
  default_level: 'defaultLevel',
  language: 'language',
  merge_rules: 'mergeRules',
};

// Integrations may change the title of a space, but not its access.
const ACCESS_RULES = ['editMode', 'defaultLevel', 'mergeRules'] as const;
const refuseAccessRules = ({ principal }: Caller, changes: Changes) => {
  const rule =
    principal.kind === 'user' ? undefined : ACCESS_RULES.find((name) => changes[name] !== undefined);
  if (rule !== undefined) throw forbidden(`body.${rule}: cannot be changed by integrations`);
};

/** Finds, creates, updates, moves and removes spaces. */
export const createSpacesService = ({
  db,
  transaction,
  clock,
  newId,
  events,
  tree,
  revisions,
  contentFromTemplate,
  beforeRemoval,
  accessCounts,
}: Dependencies) => {
  const spaceLists = createSpaceListsService({ db, accessCounts });
  const reload = async (tx: DatabaseTransaction, caller: Caller, id: string) => {
    const space = await findSpace(tx, id, caller.principal.userId);
    if (!space) throw notFound('space');
    return space;
  };
  /** Spaces that were deleted before this time are removed. */
  const expiry = () => new Date(clock.now().getTime() - TRASH_MS);
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

  const createFirstRevision = (
    tx: DatabaseTransaction,
    caller: Caller,
    organizationId: string,
    spaceId: string,
    root: string,
  ) =>
    revisions.insert(tx, {
      organizationId,
      spaceId,
      root,
      type: 'edits',
      parents: [],
      createdBy: caller.principal.userId,
    });

  /** Copies a space with its content and its access. */
  const copy = async (
    tx: DatabaseTransaction,
    caller: Caller,
    space: SpaceSubject,
    { title, language }: Pick<SpaceSubject, 'title' | 'language'>,
  ): Promise<SpaceSubject> => {
    const model = await tree.lock(tx, caller, space, 'view');
    const id = await tree.addBeside(tx, caller, model);
    const root = await revisions.headRoot(tx, space);
    await insertSpace(tx, {
      organizationId: model.organization_id,
      id,
      // Equal content is shared by hash: the cost of a copy does not depend on its size.
      revisionId: await createFirstRevision(tx, caller, model.organization_id, id, root),
      title,
      emoji: space.emoji,
      iconUrl: space.icon_url,
      editMode: space.edit_mode,
      language,
      mergeRules: space.merge_rules,
    });
    // Restricted access applies to the copy, too.
    const { users, teams } = await copyAccess(tx, model, { id, createdBy: caller.principal.userId });
    const made = await reload(tx, caller, id);
    await revisions.notifyCreated(tx, made, root);
    await record(tx, caller, 'space.created', made, {
      duplicateOf: space.id,
      ...(!model.inherits && { defaultLevel: { to: toDefaultLevel(model) } }),
      ...(Object.keys(users).length > 0 && { users }),
      ...(Object.keys(teams).length > 0 && { teams }),
    });
    return made;
  };

  // A new space has one page, none, or those of a template.
  const firstContent = async (
    tx: DatabaseTransaction,
    organizationId: string,
    { empty, template }: NewSpace,
  ): Promise<string> => {
    if (template) return contentFromTemplate(tx, organizationId, template);
    if (empty) return revisions.emptyRoot;
    return revisions.edit(tx, organizationId, revisions.emptyRoot, (draft) =>
      draft.insertPage(newId(), 'document', { title: 'Untitled' }, { parent: null }),
    );
  };

  return {
    find: (userId: string, id: string, executor = db) => findSpace(executor, id, userId),

    /** Spaces with the role of a user each. */
    findFor: findSpacesFor,

    list: (caller: Caller, organizationId: string, page: PageRequest): Promise<Page<SpaceItem>> =>
      spaceLists(organizationId, caller.principal.userId, page),

    /** The spaces of an organization with words in their title. */
    listTitled: (caller: Caller, organizationId: string, title: string, page: PageRequest) =>
      listSpacesTitled(db, organizationId, caller.principal.userId, title, page),

    /** The spaces in the trash that the caller can restore. */
    listTrashed: (caller: Caller, organizationId: string, title: string | undefined, page: PageRequest) =>
      listTrashedSpaces(db, organizationId, caller.principal.userId, { deletedAfter: expiry(), title }, page),

    /** The spaces with these ids that a user may see. */
    findVisibleInOrganization: (
      userId: string,
      organizationId: string,
      ids: readonly string[],
      executor = db,
    ) => findVisibleSpacesInOrganization(executor, organizationId, ids, userId),

    /** The spaces with these ids that a user may see, in any organization. */
    findVisible: (userId: string, ids: readonly string[]) => findVisibleSpaces(db, ids, userId),

    /** The spaces with these ids, without a permission check and without internal fields. */
    findByIds: (ids: readonly string[]) => findSpacesByIds(db, ids),

    /** The spaces with these ids as visitors of a site see them. */
    findForVisitors: (organizationId: string, ids: readonly string[]) =>
      findSpacesForVisitors(db, organizationId, ids),

    listInCollection: (
      caller: Caller,
      collection: { organization_id: string; id: string },
      page: PageRequest,
    ) => listSpacesInCollection(db, collection, caller.principal.userId, page),

    listOfMember: async (
      caller: Caller,
      organization: OrganizationSubject,
      memberId: string,
      order: 'asc' | 'desc',
      page: PageRequest,
    ) => {
      if (!maySeeMember(organization, caller.principal.userId, memberId)) throw notFound('member');
      const spaces = await listSpacesOfMember(
        db,
        organization.id,
        memberId,
        caller.principal.userId,
        order,
        page,
      );
      if (spaces.count === 0 && (await findMembers(db, organization.id, [memberId])).length === 0)
        throw notFound('member');
      return spaces;
    },

    /** The organization of a space that is not deleted, without a permission check. */
    organizationOf: (id: string) => findOrganizationOf(db, id),

    create: (caller: Caller, organizationId: string, input: NewSpace): Promise<SpaceSubject> =>
      transaction(async (tx) => {
        if (input.empty && input.template)
          throw invalid({ path: 'body.empty', message: 'cannot be combined with template' });
        const id = await tree.add(tx, caller, {
          organizationId,
          kind: 'space',
          parentId: input.parent ?? null,
        });
        const root = await firstContent(tx, organizationId, input);
        await insertSpace(tx, {
          organizationId,
          id,
          revisionId: await createFirstRevision(tx, caller, organizationId, id, root),
          title: input.title ?? 'Untitled',
          emoji: input.emoji ?? DEFAULT_EMOJI,
          // Live edits are opt-in.
          editMode: input.editMode ?? 'locked',
          language: input.language ?? null,
        });
        const space = await reload(tx, caller, id);
        await revisions.notifyCreated(tx, space, root);
        await record(tx, caller, 'space.created', space, input.template && { template: input.template.id });
        return space;
      }),

    /** Stores the git repository that a space is synchronized with. */
    setGitSync: async (
      tx: DatabaseTransaction,
      space: SpaceSubject,
      known: Static<typeof GitSync> | null,
    ): Promise<void> => {
      await updateSpace(tx, space, { git_sync: known });
    },

    /** Runs `work` and records an event for each space whose visibility it has changed. */
    recordVisibilityChanges: async <T>(
      tx: DatabaseTransaction,
      caller: Caller,
      organizationId: string,
      ids: readonly string[],
      work: () => Promise<T>,
    ): Promise<T> => {
      const before = await findSpacesForVisitors(tx, organizationId, ids);
      const done = await work();
      const after = new Map(
        (await findSpacesForVisitors(tx, organizationId, ids)).map((one) => [one.id, one]),
      );
      for (const space of before) {
        const [from, now] = [visibilityOf(space), after.get(space.id)];
        const to = now && visibilityOf(now);
        if (to !== undefined && to !== from)
          await record(tx, caller, 'space.visibility-changed', space, { from, to });
      }
      return done;
    },

    update: (caller: Caller, space: SpaceSubject, changes: Changes): Promise<SpaceSubject> =>
      transaction(async (tx) => {
        refuseAccessRules(caller, changes);
        const content =
          changes.defaultLevel === undefined
            ? await tree.lock(tx, caller, space, 'admin')
            : await tree.lockForAccessChange(tx, caller, space);
        const settings = await updateSpace(tx, space, {
          title: changes.title,
          emoji: changes.emoji === null ? DEFAULT_EMOJI : changes.emoji,
          // An emoji replaces the icon.
          icon_url: changes.icon === undefined && changes.emoji ? null : changes.icon,
          edit_mode: changes.editMode,
          language: changes.language,
          merge_rules: changes.mergeRules && validateMergeRules(SpaceMergeRules, changes.mergeRules),
        });
        const level = await tree.setDefaultLevel(tx, content, changes.defaultLevel);
        const payload = changedFields({ ...settings, default_level: level }, FIELDS);
        if (payload) {
          await tree.touch(tx, content);
          await record(tx, caller, 'space.updated', space, payload);
        }
        return reload(tx, caller, space.id);
      }),

    remove: (caller: Caller, space: SpaceSubject): Promise<void> =>
      transaction(async (tx) => {
        if (await tree.moveToTrash(tx, caller, space)) await record(tx, caller, 'space.deleted', space);
      }),

    restore: (caller: Caller, space: SpaceSubject): Promise<SpaceSubject> =>
      transaction(async (tx) => {
        await tree.restore(tx, caller, space, expiry());
        await record(tx, caller, 'space.restored', space);
        return reload(tx, caller, space.id);
      }),

    copy,

    duplicate: (caller: Caller, space: SpaceSubject): Promise<SpaceSubject> =>
      transaction((tx) =>
        copy(tx, caller, space, {
          title: [...`Copy of ${space.title}`].slice(0, TITLE_LENGTH).join(''),
          language: space.language,
        }),
      ),

    move: (caller: Caller, space: SpaceSubject, to: Destination): Promise<SpaceSubject> =>
      transaction(async (tx) => {
        await record(tx, caller, 'space.moved', space, await tree.move(tx, caller, space, to));
        return reload(tx, caller, space.id);
      }),

    transfer: (caller: Caller, space: SpaceSubject, organizationId: string): Promise<SpaceSubject> =>
      transaction(async (tx) => {
        const { dropped } = await tree.transfer(tx, caller, space, organizationId);
        await revisions.copyContent(tx, space.organization_id, organizationId, [space.id]);
        const payload = { from: space.organization_id, to: organizationId };
        // The receiving organization does not learn the previous access.
        await record(tx, caller, 'space.transferred', space, { ...payload, dropped });
        await record(tx, caller, 'space.received', { ...space, organization_id: organizationId }, payload);
        return reload(tx, caller, space.id);
      }),

    /** Removes spaces whose time in the trash has expired. */
    removeExpired: (): Promise<void> =>
      removeExpiredSpaces({ db, transaction, events, beforeRemoval }, expiry()),
  };
};

/** Finds, creates, updates, moves and removes spaces. */
export type SpacesService = ReturnType<typeof createSpacesService>;
