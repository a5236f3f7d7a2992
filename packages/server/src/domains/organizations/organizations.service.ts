import { compileExpression, slugOf } from '@lectern/document';
import type { Static, TSchema } from 'typebox';
import type { Caller } from '../../kernel/auth/principal.ts';
import type { Role } from '../../kernel/contract/common-schemas.ts';
import { emptyDocument, type RichText } from '../../kernel/contract/document-schemas.ts';
import type { Page, PageRequest } from '../../kernel/contract/paging.ts';
import { withoutUnknownFields } from '../../kernel/contract/validation.ts';
import type { DatabaseTransaction } from '../../kernel/database/database.ts';
import { violates } from '../../kernel/database/database-errors.ts';
import { badRequest, conflict, forbidden, invalid, notFound } from '../../kernel/errors/errors.ts';
import type { Actor } from '../../kernel/events/events.ts';
import { changedFields } from '../../kernel/events/field-changes.ts';
import { isPossibleId } from '../../kernel/ids.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { findVerifiedEmail, type UserRow } from '../identity/index.ts';
import { insertMembers, lockMember } from './members/members.store.ts';
import { type organizationsContract, StandaloneMergeRules } from './organizations.contract.ts';
import type { OrganizationSubject } from './organizations.policy.ts';
import {
  assignHostname,
  findOrganization,
  findOrganizationByName,
  findOrganizationId,
  hasSite,
  insertOrganization,
  listOrganizations,
  listOrganizationsForDomain,
  lockSsoRequirement,
  type OrganizationForUser,
  updateAgentInstructions,
  updateOrganization,
} from './organizations.store.ts';
import { serviceAccountRole } from './roles.ts';
import type { SignInMethodsService } from './sign-in-methods.service.ts';

interface Dependencies extends Pick<Kernel, 'db' | 'transaction' | 'clock' | 'newId' | 'events'> {
  /** Whether an organization has an active identity provider. */
  readonly hasProvider: (organizationId: string) => Promise<boolean>;
  readonly signInMethods: Pick<SignInMethodsService, 'disabledAfter' | 'requireAccepted'>;
}
type Changes = Static<(typeof organizationsContract)['updateOrganizationById']['body']>;

/** An organization to create. */
interface NewOrganization {
  readonly title: string;
  readonly emailDomains?: readonly string[];
}

const toSubject = ({
  member_id,
  owns_team,
  agent_scopes,
  last_seen_at,
  ...row
}: OrganizationForUser): OrganizationSubject => ({
  ...row,
  ...(agent_scopes && { role: serviceAccountRole(agent_scopes), isAgent: true }),
  isMember: member_id !== null || agent_scopes !== null,
  ownsTeam: Boolean(owns_team),
  lastSeenAt: last_seen_at,
});

const normalizeDomains = (domains: readonly string[]) => [
  ...new Set(domains.map((domain) => domain.toLowerCase())),
];

/** The API names of the columns that hold settings. */
const FIELDS = {
  title: 'title',
  email_domains: 'emailDomains',
  hostname: 'hostname',
  default_role: 'defaultRole',
  default_site_id: 'defaultContent',
  logo_url: 'logo',
  sso: 'sso',
  ai: 'ai',
  invite_links: 'inviteLinks',
  disabled_sign_in_methods: 'disabledSignInMethods',
  merge_rules: 'mergeRules',
};

const MAX_HOSTNAME_LENGTH = 32;
const SUFFIX_LENGTH = 6;

// A random suffix makes short, taken or non-Latin names unique.
const hostnamesFor = (title: string, chance: string): string[] => {
  const name = slugOf(title)
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
  const cut = (length: number) => name.slice(0, length).replace(/-+$/, '');
  const suffixed = `${cut(MAX_HOSTNAME_LENGTH - SUFFIX_LENGTH - 1) || 'docs'}-${chance.slice(-SUFFIX_LENGTH).toLowerCase()}`;
  return name.length >= 3 ? [cut(MAX_HOSTNAME_LENGTH), suffixed] : [suffixed];
};

/** Validates merge rules, including their expressions. */
export const validateMergeRules = <Rules extends Static<typeof StandaloneMergeRules> | { type: 'inherit' }>(
  schema: TSchema,
  input: Rules,
): Rules => {
  const wrong = (input.type === 'rules' ? input.rules : []).flatMap((rule, index) => {
    const compiled = rule.rule === 'custom' ? compileExpression(rule.expression) : undefined;
    const path = `body.mergeRules.rules.${index}.expression`;
    if (compiled?.ok !== false) return [];
    const { offset, message } = compiled;
    return [{ path, message: `is not a valid expression (character ${offset}): ${message}` }];
  });
  if (wrong.length > 0) throw invalid(...wrong);
  return withoutUnknownFields(schema, input);
};

/** The error of joining an organization that requires single sign-on. */
export const SSO_REQUIRED = 'This organization requires single sign-on';

const SSO_BOUND = 'You use single sign-on of an organization and cannot create or join another one';

const LIMITED =
  'Your e-mail address is not verified, so that your account is limited to one organization: verify it before you create another one';

const domainOf = (email: string | undefined) => email?.split('@').at(-1)?.toLowerCase();

/** Service for organizations and their settings. */
export const createOrganizationsService = (deps: Dependencies) => {
  const { db, transaction, clock, newId, events, hasProvider, signInMethods } = deps;
  const find = async (
    organizationId: string,
    userId: string,
    executor = db,
  ): Promise<OrganizationSubject | undefined> => {
    const row = await findOrganization(executor, organizationId, userId);
    return row && toSubject(row);
  };
  const record = (
    tx: DatabaseTransaction,
    caller: Caller,
    action: string,
    organization: { id: string; title: string },
    payload = {},
  ) =>
    events.record(tx, caller, {
      organizationId: organization.id,
      action,
      target: { type: 'organization', id: organization.id, label: organization.title },
      payload,
    });

  const change = async (tx: DatabaseTransaction, caller: Caller, organizationId: string, input: Changes) => {
    const disabled =
      input.signInMethods &&
      (await signInMethods.disabledAfter(tx, caller, organizationId, input.signInMethods));
    try {
      return await updateOrganization(
        tx,
        organizationId,
        {
          title: input.title,
          email_domains: input.emailDomains && normalizeDomains(input.emailDomains),
          hostname: input.hostname,
          default_role: input.defaultRole,
          default_site_id: input.defaultContent === null ? null : input.defaultContent?.site,
          logo_url: input.logo,
          sso: input.sso,
          ai: input.ai,
          invite_links: input.inviteLinks,
          disabled_sign_in_methods: disabled,
          merge_rules: input.mergeRules && validateMergeRules(StandaloneMergeRules, input.mergeRules),
        },
        clock.now(),
      );
    } catch (error) {
      if (violates(error, 'organizations_hostname_key'))
        throw conflict('The hostname is already used by another organization');
      throw error;
    }
  };

  const createInTransaction = async (
    tx: DatabaseTransaction,
    caller: Caller,
    input: NewOrganization,
  ): Promise<OrganizationSubject> => {
    const { userId } = caller.principal;
    const organization = {
      id: newId(),
      title: input.title,
      emailDomains: normalizeDomains(input.emailDomains ?? []),
      createdBy: userId,
      createdAt: clock.now(),
    };
    await insertOrganization(tx, organization);
    const added = await insertMembers(tx, organization.id, [{ userId, role: 'admin' }], clock.now());
    if (added.length === 0) throw forbidden(SSO_BOUND);
    if ((await lockMember(tx, organization.id, userId))?.disabled) throw forbidden(LIMITED);
    await record(tx, caller, 'organization.created', organization);
    return (await find(organization.id, userId, tx))!;
  };

  const agentInstructionsOf = (organization: OrganizationSubject) => ({
    instructions: organization.agent_instructions ?? emptyDocument(),
    updatedAt: organization.agent_instructions_updated_at ?? organization.created_at,
    updatedBy: organization.agent_instructions_updated_by ?? organization.created_by ?? '',
  });

  return {
    find,

    /** Finds an organization by id or hostname, with the role of a user. */
    findByName: async (name: string, userId: string): Promise<OrganizationSubject | undefined> => {
      const row = await findOrganizationByName(db, name, userId);
      return row && toSubject(row);
    },

    list: async (userId: string, page: PageRequest): Promise<Page<OrganizationSubject>> => {
      const { rows, count } = await listOrganizations(db, userId, page);
      return { rows: rows.map(toSubject), count };
    },

    /** Gives an organization without hostname one that is derived from its title, for the URLs of its sites. */
    ensureHostname: async (
      tx: DatabaseTransaction,
      caller: Caller,
      organization: OrganizationSubject,
    ): Promise<void> => {
      if (organization.hostname) return;
      const hostname = await assignHostname(
        tx,
        organization.id,
        hostnamesFor(organization.title, newId()),
        clock.now(),
      );
      if (hostname)
        await record(
          tx,
          caller,
          'organization.updated',
          organization,
          changedFields({ hostname: { from: null, to: hostname } }, FIELDS),
        );
    },

    create: (caller: Caller, input: NewOrganization): Promise<OrganizationSubject> =>
      transaction((tx) => createInTransaction(tx, caller, input)),

    createInTransaction,

    update: async (
      caller: Caller,
      organization: OrganizationSubject,
      changes: Changes,
    ): Promise<OrganizationSubject> => {
      return transaction(async (tx) => {
        // Locked, so that the last identity provider is not deleted at the same time.
        if (
          changes.sso &&
          !(await lockSsoRequirement(tx, organization.id)) &&
          !(await hasProvider(organization.id))
        )
          throw conflict(
            'Single sign-on cannot be required without an active identity provider: add one first',
          );
        if (changes.defaultContent && !(await hasSite(tx, organization.id, changes.defaultContent.site)))
          throw invalid({ path: 'body.defaultContent.site', message: 'is not a site of this organization' });
        const payload = changedFields(await change(tx, caller, organization.id, changes), FIELDS);
        const updated = (await find(organization.id, caller.principal.userId, tx))!;
        if (payload) await record(tx, caller, 'organization.updated', updated, payload);
        return updated;
      });
    },

    join: (caller: Caller, organizationId: string): Promise<void> =>
      transaction(async (tx) => {
        const { userId } = caller.principal;
        const organization = await find(organizationId, userId, tx);
        if (organization?.isMember) return;
        const domain = domainOf(await findVerifiedEmail(tx, userId));
        // The same error with and without an organization: strangers must not learn which exist.
        if (!domain || !organization?.email_domains.includes(domain))
          throw isPossibleId(organizationId)
            ? badRequest(
                'Your e-mail address is not verified, or the organization does not exist or does not accept its domain',
              )
            : notFound('organization');
        await signInMethods.requireAccepted(tx, caller, organizationId);
        const added = await insertMembers(
          tx,
          organizationId,
          [{ userId, role: organization.default_role, hasAccepted: true }],
          clock.now(),
        );
        if (added.length > 0)
          await events.record(tx, caller, {
            organizationId,
            action: 'member.joined',
            target: { type: 'member', id: userId, label: caller.principal.displayName },
            payload: { by: 'email-domain', role: organization.default_role },
          });
        // Read after insertMembers, which locks the organization.
        const joined = await find(organizationId, userId, tx);
        if (added.length > 0 && joined?.sso) throw forbidden(SSO_REQUIRED);
        // Members without access are not members, also those who were just added.
        if (!joined?.isMember)
          throw forbidden(
            (await lockMember(tx, organizationId, userId))
              ? 'Your membership in this organization is disabled'
              : SSO_BOUND,
          );
      }),

    /** Adds a member on behalf of the operator; existing members are unchanged. */
    addMember: async (
      tx: DatabaseTransaction,
      by: Actor,
      organizationId: string,
      user: UserRow,
      role: Role | null,
    ): Promise<{ added: boolean; role: Role | null; disabled: boolean }> => {
      const added = await insertMembers(tx, organizationId, [{ userId: user.id, role }], clock.now());
      if (added.length === 0) {
        const member = await lockMember(tx, organizationId, user.id);
        if (!member)
          throw conflict('The user uses single sign-on of another organization and cannot join a second one');
        return { added: false, ...member };
      }
      await events.record(tx, by, {
        organizationId,
        action: 'member.added',
        target: { type: 'member', id: user.id, label: user.display_name },
        payload: { by: 'command-line', role },
      });
      // If single sign-on is required, the new member has no access yet.
      const made = await lockMember(tx, organizationId, user.id);
      return { added: true, role, disabled: made?.disabled ?? true };
    },

    /** Finds the id of an organization by id or hostname. */
    findId: (name: string): Promise<string | undefined> => findOrganizationId(db, name),

    /** Whether any organization accepts this e-mail domain. */
    acceptsEmailDomain: async (emailDomain: string): Promise<boolean> =>
      (await listOrganizationsForDomain(db, emailDomain, '')).some(({ sso }) => !sso),

    /**
     * The organizations that the caller can join by e-mail domain, and those that they are already a member
     * of.
     */
    listForEmailDomain: async (caller: Caller, emailDomain: string): Promise<OrganizationSubject[]> => {
      const { userId } = caller.principal;
      const own = domainOf(await findVerifiedEmail(db, userId));
      const found = (await listOrganizationsForDomain(db, emailDomain.toLowerCase(), userId)).map(toSubject);
      const isOwn = own === emailDomain.toLowerCase();
      // Organizations that require single sign-on cannot be joined by e-mail domain.
      return found.filter(({ isMember, sso }) => isMember || (isOwn && !sso));
    },

    agentInstructions: agentInstructionsOf,

    setAgentInstructions: (caller: Caller, organization: OrganizationSubject, instructions: RichText) =>
      transaction(async (tx) => {
        const { userId } = caller.principal;
        const input = { instructions, updatedAt: clock.now(), updatedBy: userId };
        if (await updateAgentInstructions(tx, organization.id, input))
          await record(tx, caller, 'organization.agent-instructions-updated', organization);
        return agentInstructionsOf((await find(organization.id, userId, tx))!);
      }),
  };
};

/** Service for organizations and their settings. */
export type OrganizationsService = ReturnType<typeof createOrganizationsService>;
