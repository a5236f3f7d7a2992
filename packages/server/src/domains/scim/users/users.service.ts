import type { Static } from 'typebox';
import { lockAccounts } from '../../../kernel/auth/account-locks.ts';
import type { Caller } from '../../../kernel/auth/principal.ts';
import { ScimError } from '../../../kernel/contract/scim.ts';
import type { ProviderKey } from '../../../kernel/contract/scim-authentication.ts';
import { validatorOf } from '../../../kernel/contract/validation.ts';
import type { DatabaseTransaction } from '../../../kernel/database/database.ts';
import { notFound } from '../../../kernel/errors/errors.ts';
import { changedFields, changesOf } from '../../../kernel/events/field-changes.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { IdentityService } from '../../identity/index.ts';
import { findOtherMemberships, type MembersService } from '../../organizations/index.ts';
import { type ProvisioningService, samlProviders } from '../../sso/index.ts';
import { applyPatch, type PatchOperation } from '../protocol/apply-patch.ts';
import {
  type ListRequest,
  parseListRequest,
  requireVersion,
  uniquenessError,
  withUniquenessErrors,
} from '../protocol/requests.ts';
import { toUserInput, USER_PATCH_SCHEMA, type UserInput, userAttributes } from './user-attributes.ts';
import { UserBody } from './users.contract.ts';
import {
  findScimUser,
  insertScimUser,
  listScimUsers,
  lockScimUser,
  type ScimUserRow,
  type StoredUser,
  updateScimUser,
} from './users.store.ts';

interface Dependencies
  extends Pick<Kernel, 'db' | 'transaction' | 'clock' | 'events' | 'catchUpNotifications'> {
  readonly identity: Pick<IdentityService, 'updateProvisioned'>;
  readonly members: Pick<MembersService, 'setDisabled' | 'removeInTransaction'>;
  readonly provisioning: ProvisioningService;
}

type Body = Static<typeof UserBody>;

const CONSTRAINTS = {
  scim_users_pkey: 'userName',
  scim_users_member: 'userName',
  scim_users_external: 'externalId',
  users_email: 'userName',
};
const FIELDS = { external_id: 'externalId', name: 'name', emails: 'emails' };

const CONSENT_REQUIRED =
  'the owner of this account has to agree first, by signing in once through the identity provider';

// The message does not disclose other memberships of the user.
const ADDRESS_FIXED =
  'cannot be changed by provisioning; delete the user and create one with the new address';

const toStoredUser = ({ externalId, name, emails }: UserInput): StoredUser => ({
  external_id: externalId,
  name,
  emails,
});

/** Service for SCIM users. */
export const createScimUsersService = (deps: Dependencies) => {
  const { db, transaction, clock, events, catchUpNotifications, identity, members, provisioning } = deps;
  const check = validatorOf('body', UserBody);

  const addressIn = ({ email }: UserInput): string => {
    if (!email)
      throw new ScimError(
        400,
        'invalidValue',
        'userName: must be the e-mail address that single sign-on sends',
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

  /** Updates the account of a user; true when something changed. */
  const adapt = async (
    tx: DatabaseTransaction,
    caller: Caller,
    key: ProviderKey,
    row: ScimUserRow,
    input: UserInput,
  ) => {
    const email = addressIn(input);
    const isRenamed = email !== row.email.toLowerCase();
    if (isRenamed && !row.sso_agreed_at)
      throw new ScimError(400, 'mutability', `userName: cannot be changed; ${CONSENT_REQUIRED}`);
    const isShared = (await findOtherMemberships(tx, key.organizationId, [row.user_id])).size > 0;
    // Access that other organizations granted to an address stays with its owner.
    if (isRenamed && isShared) throw new ScimError(409, 'uniqueness', `userName: ${ADDRESS_FIXED}`);
    // The display name belongs to the owner until they consent, and to all organizations of a shared account.
    const mayName = row.sso_agreed_at !== null && !isShared;
    const displayName = (mayName ? input.displayName : undefined) ?? row.display_name;
    const account = { email, displayName };
    if (!isRenamed && displayName === row.display_name) return false;
    if (!(await identity.updateProvisioned(tx, caller, row.user_id, account)))
      throw uniquenessError('userName');
    return true;
  };

  const change = async (
    tx: DatabaseTransaction,
    caller: Caller,
    key: ProviderKey,
    row: ScimUserRow,
    input: UserInput,
  ): Promise<ScimUserRow> => {
    const stored = toStoredUser(input);
    const adapted = await adapt(tx, caller, key, row, input);
    const changes = changesOf<StoredUser>(row, stored);
    const payload = changedFields(changes, FIELDS);
    const disabled = !(input.active ?? !row.disabled);
    if (disabled !== row.disabled)
      await members.setDisabled(tx, caller, key.organizationId, row.user_id, disabled);
    if (payload) {
      const member = { id: row.user_id, label: row.display_name };
      await record(tx, caller, key, 'member.provisioning-changed', member, payload);
    }
    if (adapted || payload || disabled !== row.disabled)
      await updateScimUser(tx, key, row.user_id, stored, clock.now());
    return (await findScimUser(tx, key, row.user_id))!;
  };

  /** Changes a locked user; all processes see the change before the response is sent. */
  const updateLocked = async (
    caller: Caller,
    key: ProviderKey,
    userId: string,
    ifMatch: string | undefined,
    inputFor: (row: ScimUserRow) => UserInput,
  ): Promise<ScimUserRow> => {
    const changed = await withUniquenessErrors(CONSTRAINTS, () =>
      transaction(async (tx) => {
        await lockAccounts(tx, [userId]);
        const row = requireVersion(await lockScimUser(tx, key, userId), 'user', ifMatch);
        return change(tx, caller, key, row, inputFor(row));
      }),
    );
    await catchUpNotifications();
    return changed;
  };

  const member = async (tx: DatabaseTransaction, caller: Caller, key: ProviderKey, input: UserInput) => {
    const email = addressIn(input);
    const provider = await samlProviders.lockKey(tx, key.organizationId, key.id);
    if (!provider) throw notFound('SAML provider');
    const person = { email, displayName: input.displayName };
    const known = await provisioning.findOrCreateMember(tx, caller, provider, person, 'scim');
    if (known.outcome === 'consent-required')
      throw new ScimError(409, 'uniqueness', `userName: belongs to an existing account; ${CONSENT_REQUIRED}`);
    // The same message in both cases: membership of other organizations is not disclosed.
    if (known.outcome === 'not-managed' || known.outcome === 'in-other-organization')
      throw new ScimError(
        409,
        'uniqueness',
        'userName: belongs to an existing account; an administrator can invite it with single sign-on, or enable single sign-on for the member; a member of another organization has to leave that one first',
      );
    return known.user.id;
  };

  return {
    list: async (key: ProviderKey, input: ListRequest) => {
      const { filter, ...range } = parseListRequest(input);
      return { ...(await listScimUsers(db, key, filter, range)), startIndex: range.startIndex };
    },

    get: async (key: ProviderKey, userId: string): Promise<ScimUserRow> =>
      requireVersion(await findScimUser(db, key, userId), 'user', undefined),

    create: async (caller: Caller, key: ProviderKey, body: Body): Promise<ScimUserRow> => {
      const input = toUserInput(body);
      const created = await withUniquenessErrors(CONSTRAINTS, () =>
        transaction(async (tx) => {
          const userId = await member(tx, caller, key, input);
          await insertScimUser(tx, key, userId, toStoredUser(input), clock.now());
          const row = (await findScimUser(tx, key, userId))!;
          const label = input.displayName ?? row.display_name;
          const payload = { externalId: input.externalId };
          await record(tx, caller, key, 'member.provisioned', { id: userId, label }, payload);
          return change(tx, caller, key, row, { ...input, active: input.active ?? true });
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
    ): Promise<ScimUserRow> => updateLocked(caller, key, userId, ifMatch, () => toUserInput(body)),

    patch: (
      caller: Caller,
      key: ProviderKey,
      userId: string,
      operations: readonly PatchOperation[],
      ifMatch: string | undefined,
    ): Promise<ScimUserRow> =>
      updateLocked(caller, key, userId, ifMatch, (row) => {
        const patched = applyPatch(USER_PATCH_SCHEMA, userAttributes(row), operations);
        check(patched);
        return toUserInput(patched as Body);
      }),

    remove: async (
      caller: Caller,
      key: ProviderKey,
      userId: string,
      ifMatch: string | undefined,
    ): Promise<void> => {
      await transaction(async (tx) => {
        await lockAccounts(tx, [userId]);
        requireVersion(await lockScimUser(tx, key, userId), 'user', ifMatch);
        await members.removeInTransaction(tx, caller, key.organizationId, userId, true);
      });
      await catchUpNotifications();
    },
  };
};

/** Service for SCIM users. */
export type ScimUsersService = ReturnType<typeof createScimUsersService>;
