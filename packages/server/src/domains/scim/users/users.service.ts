import type { Static } from 'typebox';
import { lockAccounts } from '../../../kernel/auth/account-locks.ts';
import type { Caller } from '../../../kernel/auth/principal.ts';
import type { ProviderKey } from '../../../kernel/contract/providers.ts';
import { ScimError } from '../../../kernel/contract/scim.ts';
import { validatorOf } from '../../../kernel/contract/validation.ts';
import type { DatabaseTransaction } from '../../../kernel/database/database.ts';
import { notFound } from '../../../kernel/errors/errors.ts';
import { changedFields, changesOf } from '../../../kernel/events/field-changes.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { IdentityService } from '../../identity/index.ts';
import { findMembersElsewhere, type MembersService } from '../../organizations/index.ts';
import { type NewcomersService, samlProviders } from '../../sso/index.ts';
import { applyPatch, type PatchOperation } from '../protocol/apply-patch.ts';
import { type ListWish, meant, readList, taken, unlessTaken } from '../protocol/requests.ts';
import { USER_SHAPE, type UserWish, userAttributes, wishOf } from './user-attributes.ts';
import { UserBody } from './users.contract.ts';
import {
  findScimUser,
  insertScimUser,
  type KeptUser,
  listScimUsers,
  lockScimUser,
  type ScimUserRow,
  updateScimUser,
} from './users.store.ts';

interface Dependencies
  extends Pick<Kernel, 'db' | 'transaction' | 'clock' | 'events' | 'catchUpNotifications'> {
  readonly identity: Pick<IdentityService, 'adapt'>;
  readonly members: Pick<MembersService, 'setDisabled' | 'takeOut'>;
  readonly newcomers: NewcomersService;
}

type Body = Static<typeof UserBody>;

const CONSTRAINTS = {
  scim_users_pkey: 'userName',
  scim_users_member: 'userName',
  scim_users_external: 'externalId',
  users_email: 'userName',
};
const FIELDS = { external_id: 'externalId', name: 'name', emails: 'emails' };

const UNAGREED =
  'somebody uses this account, and has to agree first: by signing in through the identity provider, once';

// Neither who else has this person nor as what: that is nobody's business.
const FIXED =
  'this address cannot be changed by provisioning; delete the user, and make one with the new address';

const keptOf = ({ externalId, name, emails }: UserWish): KeptUser => ({
  external_id: externalId,
  name,
  emails,
});

/** The members that identity providers provision. */
export const createScimUsersService = (deps: Dependencies) => {
  const { db, transaction, clock, events, catchUpNotifications, identity, members, newcomers } = deps;
  const check = validatorOf('body', UserBody);

  const addressIn = ({ email }: UserWish): string => {
    if (!email)
      throw new ScimError(
        400,
        'invalidValue',
        'userName: has to be an e-mail address, the one that single sign-on names',
      );
    return email;
  };

  const record = (
    tx: DatabaseTransaction,
    caller: Caller,
    key: ProviderKey,
    action: string,
    member: { id: string; label: string },
    payload: object,
  ) =>
    events.record(tx, caller, {
      organizationId: key.organizationId,
      action,
      target: { type: 'member', ...member },
      payload: { provider: key.id, ...payload },
    });

  /** Makes an account what it is to be; says whether anything of it was another. */
  const adapt = async (
    tx: DatabaseTransaction,
    caller: Caller,
    key: ProviderKey,
    row: ScimUserRow,
    wish: UserWish,
  ) => {
    const email = addressIn(wish);
    const isRenamed = email !== row.email.toLowerCase();
    if (isRenamed && !row.sso_agreed_at)
      throw new ScimError(400, 'mutability', `userName: cannot be changed; ${UNAGREED}`);
    const isShared = (await findMembersElsewhere(tx, key.organizationId, [row.user_id])).size > 0;
    // What others gave to an address is its owner's: it does not go along to another one.
    if (isRenamed && isShared) throw new ScimError(409, 'uniqueness', `userName: ${FIXED}`);
    // What an account is called is its owner's to say until they agreed, and others see it who have it as a member.
    const mayName = row.sso_agreed_at !== null && !isShared;
    const displayName = (mayName ? wish.displayName : undefined) ?? row.display_name;
    const account = { email, displayName };
    if (!isRenamed && displayName === row.display_name) return false;
    if (!(await identity.adapt(tx, caller, row.user_id, account))) throw taken('userName');
    return true;
  };

  const change = async (
    tx: DatabaseTransaction,
    caller: Caller,
    key: ProviderKey,
    row: ScimUserRow,
    wish: UserWish,
  ): Promise<ScimUserRow> => {
    const kept = keptOf(wish);
    const adapted = await adapt(tx, caller, key, row, wish);
    const changes = changesOf<KeptUser>(row, kept);
    const payload = changedFields(changes, FIELDS);
    const disabled = !(wish.active ?? !row.disabled);
    if (disabled !== row.disabled)
      await members.setDisabled(tx, caller, key.organizationId, row.user_id, disabled);
    if (payload) {
      const member = { id: row.user_id, label: row.display_name };
      await record(tx, caller, key, 'member.provisioning-changed', member, payload);
    }
    if (adapted || payload || disabled !== row.disabled)
      await updateScimUser(tx, key, row.user_id, kept, clock.now());
    return (await findScimUser(tx, key, row.user_id))!;
  };

  /** Changes a user who is held; whoever is told of it may rely on it in every process. */
  const changing = async (
    caller: Caller,
    key: ProviderKey,
    userId: string,
    ifMatch: string | undefined,
    wishFor: (row: ScimUserRow) => UserWish,
  ): Promise<ScimUserRow> => {
    const changed = await unlessTaken(CONSTRAINTS, () =>
      transaction(async (tx) => {
        await lockAccounts(tx, [userId]);
        const row = meant(await lockScimUser(tx, key, userId), 'user', ifMatch);
        return change(tx, caller, key, row, wishFor(row));
      }),
    );
    await catchUpNotifications();
    return changed;
  };

  const member = async (tx: DatabaseTransaction, caller: Caller, key: ProviderKey, wish: UserWish) => {
    const email = addressIn(wish);
    const provider = await samlProviders.hold(tx, key.organizationId, key.id);
    if (!provider) throw notFound('SAML provider');
    const person = { email, displayName: wish.displayName };
    const known = await newcomers.meet(tx, caller, provider, person, 'scim');
    if (known.outcome === 'unagreed') throw new ScimError(409, 'uniqueness', `userName: ${UNAGREED}`);
    // The same words whether the account is a member here or belongs elsewhere: that is nobody's business.
    if (known.outcome === 'unmarked' || known.outcome === 'elsewhere')
      throw new ScimError(
        409,
        'uniqueness',
        'userName: there is an account with this address already; an administrator of the organization can invite it with single sign-on, or mark it; if it belongs to another organization, that membership has to end first',
      );
    return known.user.id;
  };

  return {
    list: async (key: ProviderKey, wish: ListWish) => {
      const { filter, ...span } = readList(wish);
      return { ...(await listScimUsers(db, key, filter, span)), startIndex: span.startIndex };
    },

    get: async (key: ProviderKey, userId: string): Promise<ScimUserRow> =>
      meant(await findScimUser(db, key, userId), 'user', undefined),

    create: async (caller: Caller, key: ProviderKey, body: Body): Promise<ScimUserRow> => {
      const wish = wishOf(body);
      const created = await unlessTaken(CONSTRAINTS, () =>
        transaction(async (tx) => {
          const userId = await member(tx, caller, key, wish);
          await insertScimUser(tx, key, userId, keptOf(wish), clock.now());
          const row = (await findScimUser(tx, key, userId))!;
          const label = wish.displayName ?? row.display_name;
          const payload = { externalId: wish.externalId };
          await record(tx, caller, key, 'member.provisioned', { id: userId, label }, payload);
          return change(tx, caller, key, row, { ...wish, active: wish.active ?? true });
        }),
      );
      await catchUpNotifications();
      return created;
    },

    replace: (
      caller: Caller,
      key: ProviderKey,
      userId: string,
      body: Body,
      ifMatch: string | undefined,
    ): Promise<ScimUserRow> => changing(caller, key, userId, ifMatch, () => wishOf(body)),

    patch: (
      caller: Caller,
      key: ProviderKey,
      userId: string,
      operations: readonly PatchOperation[],
      ifMatch: string | undefined,
    ): Promise<ScimUserRow> =>
      changing(caller, key, userId, ifMatch, (row) => {
        const patched = applyPatch(USER_SHAPE, userAttributes(row), operations);
        check(patched);
        return wishOf(patched as Body);
      }),

    remove: async (
      caller: Caller,
      key: ProviderKey,
      userId: string,
      ifMatch: string | undefined,
    ): Promise<void> => {
      await transaction(async (tx) => {
        await lockAccounts(tx, [userId]);
        meant(await lockScimUser(tx, key, userId), 'user', ifMatch);
        await members.takeOut(tx, caller, key.organizationId, userId, true);
      });
      await catchUpNotifications();
    },
  };
};

/** The members that identity providers provision. */
export type ScimUsersService = ReturnType<typeof createScimUsersService>;
