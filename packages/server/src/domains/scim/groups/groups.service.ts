import { setImmediate as turn } from 'node:timers/promises';
import type { Static } from 'typebox';
import type { Caller } from '../../../kernel/auth/principal.ts';
import type { ProviderKey } from '../../../kernel/contract/providers.ts';
import { ScimError } from '../../../kernel/contract/scim.ts';
import { validatorOf } from '../../../kernel/contract/validation.ts';
import type { Database, DatabaseTransaction } from '../../../kernel/database/database.ts';
import { changedFields, changesOf } from '../../../kernel/events/field-changes.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { TeamsService } from '../../teams/index.ts';
import { applyOperation, type PatchOperation, type Resource } from '../protocol/apply-patch.ts';
import { type ListWish, meant, readList, taken, unlessTaken } from '../protocol/requests.ts';
import {
  GROUP_SHAPE,
  type GroupWish,
  groupAttributes,
  groupWishOf,
  membershipChanges,
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
  readonly teams: Pick<TeamsService, 'found' | 'retitle' | 'reform' | 'dissolve'>;
}

type Body = Static<typeof GroupBody>;

/** A group, and who of the identity provider's users is in it, if that was asked for. */
export interface Group {
  readonly row: ScimGroupRow;
  readonly members: readonly GroupMember[] | undefined;
}

const CONSTRAINTS = { scim_groups_external: 'externalId' };

/** The teams that identity providers made. */
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
  const whole = async (tx: DatabaseTransaction, key: ProviderKey, teamId: string) =>
    (await withMembers(tx, key, [(await findScimGroup(tx, key, teamId))!]))[0]!;

  /** Refuses a title that another group has, and members who are nobody that the provider provisioned. */
  const requireFit = async (
    tx: DatabaseTransaction,
    key: ProviderKey,
    title: string,
    coming: readonly string[],
    teamId?: string,
  ) => {
    if (await isTitleTaken(tx, key, title, teamId)) throw taken('displayName');
    const known = await lockScimUsersAmong(tx, key, coming);
    const stranger = coming.find((userId) => !known.has(userId));
    if (stranger !== undefined)
      throw new ScimError(400, 'invalidValue', `members: ${stranger} is no user of this identity provider`);
  };

  const change = async (
    tx: DatabaseTransaction,
    caller: Caller,
    key: ProviderKey,
    { row, members }: Group & { members: readonly GroupMember[] },
    wish: GroupWish,
  ) => {
    const team = { organizationId: key.organizationId, teamId: row.team_id };
    const moves = membershipChanges(members, wish.userIds);
    const coming = [...moves].flatMap(([userId, { to }]) => (to ? [userId] : []));
    await requireFit(tx, key, wish.title, coming, row.team_id);
    await teams.retitle(tx, caller, team, wish.title);
    await teams.reform(tx, caller, team, moves);
    const payload = changedFields(changesOf(row, { external_id: wish.externalId }), {
      external_id: 'externalId',
    });
    if (payload)
      await events.record(tx, caller, {
        organizationId: key.organizationId,
        action: 'team.provisioning-changed',
        target: { type: 'team', id: row.team_id, label: wish.title },
        payload: { provider: key.id, ...payload },
      });
    if (payload || moves.size > 0 || wish.title !== row.title)
      await updateScimGroup(tx, key, row.team_id, {
        external_id: wish.externalId,
        modified_at: clock.now(),
      });
  };

  const changing = (
    caller: Caller,
    key: ProviderKey,
    teamId: string,
    ifMatch: string | undefined,
    wishFor: (group: Group) => GroupWish | Promise<GroupWish>,
  ): Promise<Group> =>
    unlessTaken(CONSTRAINTS, () =>
      transaction(async (tx) => {
        const row = meant(await lockScimGroup(tx, key, teamId), 'group', ifMatch);
        const [group] = await withMembers(tx, key, [row]);
        await change(tx, caller, key, group!, await wishFor(group!));
        return whole(tx, key, teamId);
      }),
    );

  return {
    list: async (key: ProviderKey, wish: ListWish, isWhole: boolean) => {
      const { filter, ...span } = readList(wish);
      const { rows, total } = await listScimGroups(db, key, filter, span);
      const groups: readonly Group[] = isWhole
        ? await withMembers(db, key, rows)
        : rows.map((row) => ({ row, members: undefined }));
      return { groups, total, startIndex: span.startIndex };
    },

    get: async (key: ProviderKey, teamId: string, isWhole: boolean): Promise<Group> => {
      const row = meant(await findScimGroup(db, key, teamId), 'group', undefined);
      return isWhole ? (await withMembers(db, key, [row]))[0]! : { row, members: undefined };
    },

    create: (caller: Caller, key: ProviderKey, body: Body): Promise<Group> =>
      unlessTaken(CONSTRAINTS, () =>
        transaction(async (tx) => {
          const wish = groupWishOf(body);
          const { organizationId } = key;
          await lockScimGroups(tx, key);
          await requireFit(tx, key, wish.title, [...wish.userIds]);
          const team = { organizationId, title: wish.title, createdBy: null };
          const { teamId } = await teams.found(tx, caller, team, wish.userIds);
          await insertScimGroup(tx, key, { teamId, externalId: wish.externalId, createdAt: clock.now() });
          return whole(tx, key, teamId);
        }),
      ),

    replace: (
      caller: Caller,
      key: ProviderKey,
      teamId: string,
      body: Body,
      ifMatch: string | undefined,
    ): Promise<Group> => changing(caller, key, teamId, ifMatch, () => groupWishOf(body)),

    patch: (
      caller: Caller,
      key: ProviderKey,
      teamId: string,
      operations: readonly PatchOperation[],
      ifMatch: string | undefined,
    ): Promise<Group> =>
      changing(caller, key, teamId, ifMatch, async ({ row, members }) => {
        let patched: Resource = groupAttributes(row, members);
        for (const [index, operation] of operations.entries()) {
          patched = applyOperation(GROUP_SHAPE, patched, operation, index);
          // Of a large group each takes a while, and there may be many.
          await turn();
        }
        check(patched);
        return groupWishOf(patched as Body);
      }),

    remove: (caller: Caller, key: ProviderKey, teamId: string, ifMatch: string | undefined): Promise<void> =>
      transaction(async (tx) => {
        meant(await lockScimGroup(tx, key, teamId), 'group', ifMatch);
        await teams.dissolve(tx, caller, { organizationId: key.organizationId, teamId });
      }),
  };
};

/** The teams that identity providers made. */
export type ScimGroupsService = ReturnType<typeof createScimGroupsService>;
