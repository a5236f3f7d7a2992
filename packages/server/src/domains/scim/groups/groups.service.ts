import { setImmediate as turn } from 'node:timers/promises';
import type { Static } from 'typebox';
import type { Caller } from '../../../kernel/auth/principal.ts';
import { ScimError } from '../../../kernel/contract/scim.ts';
import type { ProviderKey } from '../../../kernel/contract/scim-authentication.ts';
import { validatorOf } from '../../../kernel/contract/validation.ts';
import type { Database, DatabaseTransaction } from '../../../kernel/database/database.ts';
import { changedFields, changesOf } from '../../../kernel/events/field-changes.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { TeamsService } from '../../teams/index.ts';
import { applyOperation, type PatchOperation, type Resource } from '../protocol/apply-patch.ts';
import {
  type ListRequest,
  parseListRequest,
  requireVersion,
  uniquenessError,
  withUniquenessErrors,
} from '../protocol/requests.ts';
import {
  GROUP_PATCH_SCHEMA,
  type GroupInput,
  groupAttributes,
  membershipChanges,
  toGroupInput,
} from './group-attributes.ts';
import { GroupBody } from './groups.contract.ts';
import {
  findScimGroup,
  type GroupMember,
  insertScimGroup,
  isTitleTaken,
  listGroupMembers,
  listScimGroups,
  lockScimGroup,
  lockScimGroups,
  lockScimUsersAmong,
  type ScimGroupRow,
  updateScimGroup,
} from './groups.store.ts';

interface Dependencies extends Pick<Kernel, 'db' | 'transaction' | 'clock' | 'events'> {
  readonly teams: Pick<TeamsService, 'createWith' | 'setTitle' | 'updateMembers' | 'deleteByKey'>;
}

type Body = Static<typeof GroupBody>;

/** A group, with its members if they were requested. */
export interface Group {
  readonly row: ScimGroupRow;
  readonly members: readonly GroupMember[] | undefined;
}

const CONSTRAINTS = { scim_groups_external: 'externalId' };

/** Service for SCIM groups. */
export const createScimGroupsService = ({ db, transaction, clock, events, teams }: Dependencies) => {
  const check = validatorOf('body', GroupBody);

  const withMembers = async (
    executor: Database,
    key: ProviderKey,
    rows: readonly ScimGroupRow[],
  ): Promise<(Group & { members: readonly GroupMember[] })[]> => {
    const ids = rows.map((row) => row.team_id);
    const members = ids.length === 0 ? [] : await listGroupMembers(executor, key, ids);
    const byTeam = new Map<string, GroupMember[]>(ids.map((teamId) => [teamId, []]));
    for (const member of members) byTeam.get(member.team_id)!.push(member);
    return rows.map((row) => ({ row, members: byTeam.get(row.team_id)! }));
  };
  const findWithMembers = async (tx: DatabaseTransaction, key: ProviderKey, teamId: string) =>
    (await withMembers(tx, key, [(await findScimGroup(tx, key, teamId))!]))[0]!;

  /** Rejects a duplicate title and members who are not users of the identity provider. */
  const validateGroup = async (
    tx: DatabaseTransaction,
    key: ProviderKey,
    title: string,
    added: readonly string[],
    teamId?: string,
  ) => {
    if (await isTitleTaken(tx, key, title, teamId)) throw uniquenessError('displayName');
    const known = await lockScimUsersAmong(tx, key, added);
    const unknownId = added.find((userId) => !known.has(userId));
    if (unknownId !== undefined)
      throw new ScimError(
        400,
        'invalidValue',
        `members: ${unknownId} is not a user of this identity provider`,
      );
  };

  const change = async (
    tx: DatabaseTransaction,
    caller: Caller,
    key: ProviderKey,
    { row, members }: Group & { members: readonly GroupMember[] },
    input: GroupInput,
  ) => {
    const team = { organizationId: key.organizationId, teamId: row.team_id };
    const moves = membershipChanges(members, input.userIds);
    const added = [...moves].flatMap(([userId, { to }]) => (to ? [userId] : []));
    await validateGroup(tx, key, input.title, added, row.team_id);
    await teams.setTitle(tx, caller, team, input.title);
    await teams.updateMembers(tx, caller, team, moves);
    const payload = changedFields(changesOf(row, { external_id: input.externalId }), {
      external_id: 'externalId',
    });
    if (payload)
      await events.record(tx, caller, {
        organizationId: key.organizationId,
        action: 'team.provisioning-changed',
        target: { type: 'team', id: row.team_id, label: input.title },
        payload: { provider: key.id, ...payload },
      });
    if (payload || moves.size > 0 || input.title !== row.title)
      await updateScimGroup(tx, key, row.team_id, {
        external_id: input.externalId,
        modified_at: clock.now(),
      });
  };

  const updateLocked = (
    caller: Caller,
    key: ProviderKey,
    teamId: string,
    ifMatch: string | undefined,
    inputFor: (group: Group) => GroupInput | Promise<GroupInput>,
  ): Promise<Group> =>
    withUniquenessErrors(CONSTRAINTS, () =>
      transaction(async (tx) => {
        const row = requireVersion(await lockScimGroup(tx, key, teamId), 'group', ifMatch);
        const [group] = await withMembers(tx, key, [row]);
        await change(tx, caller, key, group!, await inputFor(group!));
        return findWithMembers(tx, key, teamId);
      }),
    );

  return {
    list: async (key: ProviderKey, input: ListRequest, includeMembers: boolean) => {
      const { filter, ...range } = parseListRequest(input);
      const { rows, total } = await listScimGroups(db, key, filter, range);
      const groups: readonly Group[] = includeMembers
        ? await withMembers(db, key, rows)
        : rows.map((row) => ({ row, members: undefined }));
      return { groups, total, startIndex: range.startIndex };
    },

    get: async (key: ProviderKey, teamId: string, includeMembers: boolean): Promise<Group> => {
      const row = requireVersion(await findScimGroup(db, key, teamId), 'group', undefined);
      return includeMembers ? (await withMembers(db, key, [row]))[0]! : { row, members: undefined };
    },

    create: (caller: Caller, key: ProviderKey, body: Body): Promise<Group> =>
      withUniquenessErrors(CONSTRAINTS, () =>
        transaction(async (tx) => {
          const input = toGroupInput(body);
          const { organizationId } = key;
          await lockScimGroups(tx, key);
          await validateGroup(tx, key, input.title, [...input.userIds]);
          const team = { organizationId, title: input.title, createdBy: null };
          const { teamId } = await teams.createWith(tx, caller, team, input.userIds);
          await insertScimGroup(tx, key, { teamId, externalId: input.externalId, createdAt: clock.now() });
          return findWithMembers(tx, key, teamId);
        }),
      ),

    replace: (
      caller: Caller,
      key: ProviderKey,
      teamId: string,
      body: Body,
      ifMatch: string | undefined,
    ): Promise<Group> => updateLocked(caller, key, teamId, ifMatch, () => toGroupInput(body)),

    patch: (
      caller: Caller,
      key: ProviderKey,
      teamId: string,
      operations: readonly PatchOperation[],
      ifMatch: string | undefined,
    ): Promise<Group> =>
      updateLocked(caller, key, teamId, ifMatch, async ({ row, members }) => {
        let patched: Resource = groupAttributes(row, members);
        for (const [index, operation] of operations.entries()) {
          patched = applyOperation(GROUP_PATCH_SCHEMA, patched, operation, index);
          // Patching a large group takes a while: lets other requests run between operations.
          await turn();
        }
        check(patched);
        return toGroupInput(patched as Body);
      }),

    remove: (caller: Caller, key: ProviderKey, teamId: string, ifMatch: string | undefined): Promise<void> =>
      transaction(async (tx) => {
        requireVersion(await lockScimGroup(tx, key, teamId), 'group', ifMatch);
        await teams.deleteByKey(tx, caller, { organizationId: key.organizationId, teamId });
      }),
  };
};

/** Service for SCIM groups. */
export type ScimGroupsService = ReturnType<typeof createScimGroupsService>;
