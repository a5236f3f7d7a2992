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
import type { Kernel } from '../../kernel/kernel.ts';
import { findVerifiedEmail, type UserRow } from '../identity/index.ts';
import { insertMembers, lockMember } from './members/members.store.ts';
import { type organizationsContract, StandaloneMergeRules } from './organizations.contract.ts';
import { agentRole, BY_SSO, type OrganizationSubject } from './organizations.policy.ts';
import {
  findOrganization,
  findOrganizationId,
  findOrganizationNamed,
  giveHostname,
  hasSite,
  insertOrganization,
  listOrganizations,
  listOrganizationsOfDomain,
  lockSso,
  type OrganizationForUser,
  updateAgentInstructions,
  updateOrganization,
} from './organizations.store.ts';

interface Dependencies extends Pick<Kernel, 'db' | 'transaction' | 'clock' | 'newId' | 'events'> {
  /** Whether anybody can come from an identity provider of an organization. */
  readonly hasProvider: (organizationId: string) => Promise<boolean>;
}
type Changes = Static<(typeof organizationsContract)['updateOrganizationById']['body']>;

const toSubject = ({
  member_id,
  owns_team,
  agent_scopes,
  ...row
}: OrganizationForUser): OrganizationSubject => ({
  ...row,
  ...(agent_scopes && { role: agentRole(agent_scopes), isAgent: true }),
  isMember: member_id !== null || agent_scopes !== null,
  ownsTeam: Boolean(owns_team),
});

const normalDomains = (domains: readonly string[]) => [
  ...new Set(domains.map((domain) => domain.toLowerCase())),
];

/** What the API calls the columns that are settings. */
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
  merge_rules: 'mergeRules',
};

const LONGEST_HOSTNAME = 32;
const SUFFIX = 6;

// A name that is short, taken or in another script gets some letters of chance behind it.
const hostnamesFor = (title: string, chance: string): string[] => {
  const name = slugOf(title)
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
  const cut = (length: number) => name.slice(0, length).replace(/-+$/, '');
  const suffixed = `${cut(LONGEST_HOSTNAME - SUFFIX - 1) || 'docs'}-${chance.slice(-SUFFIX).toLowerCase()}`;
  return name.length >= 3 ? [cut(LONGEST_HOSTNAME), suffixed] : [suffixed];
};

/** Merge rules as they are kept; an expression that is none is refused. */
export const mergeRulesOf = <Rules extends Static<typeof StandaloneMergeRules> | { type: 'inherit' }>(
  schema: TSchema,
  wish: Rules,
): Rules => {
  const wrong = (wish.type === 'rules' ? wish.rules : []).flatMap((rule, index) => {
    const compiled = rule.rule === 'custom' ? compileExpression(rule.expression) : undefined;
    const path = `body.mergeRules.rules.${index}.expression`;
    return compiled?.ok === false ? [{ path, message: compiled.message }] : [];
  });
  if (wrong.length > 0) throw invalid(...wrong);
  return withoutUnknownFields(schema, wish);
};

const BOUND = 'You belong to one organization alone, by its single sign-on';

const domainOf = (email: string | undefined) => email?.split('@').at(-1)?.toLowerCase();

/** Organizations and their settings. */
export const createOrganizationsService = (deps: Dependencies) => {
  const { db, transaction, clock, newId, events, hasProvider } = deps;
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

  const change = async (tx: DatabaseTransaction, organizationId: string, wish: Changes) => {
    try {
      return await updateOrganization(
        tx,
        organizationId,
        {
          title: wish.title,
          email_domains: wish.emailDomains && normalDomains(wish.emailDomains),
          hostname: wish.hostname,
          default_role: wish.defaultRole,
          default_site_id: wish.defaultContent === null ? null : wish.defaultContent?.site,
          logo_url: wish.logo,
          sso: wish.sso,
          ai: wish.ai,
          invite_links: wish.inviteLinks,
          merge_rules: wish.mergeRules && mergeRulesOf(StandaloneMergeRules, wish.mergeRules),
        },
        clock.now(),
      );
    } catch (error) {
      if (violates(error, 'organizations_hostname_key'))
        throw conflict('hostname: is taken by another organization');
      throw error;
    }
  };

  const agentInstructionsOf = (organization: OrganizationSubject) => ({
    instructions: (organization.agent_instructions as RichText | null) ?? emptyDocument(),
    updatedAt: organization.agent_instructions_updated_at ?? organization.created_at,
    updatedBy: organization.agent_instructions_updated_by ?? organization.created_by ?? '',
  });

  return {
    find,

    /** An organization by its id or its hostname, as a user meets it. */
    named: async (name: string, userId: string): Promise<OrganizationSubject | undefined> => {
      const row = await findOrganizationNamed(db, name, userId);
      return row && toSubject(row);
    },

    list: async (userId: string, page: PageRequest): Promise<Page<OrganizationSubject>> => {
      const { rows, count } = await listOrganizations(db, userId, page);
      return { rows: rows.map(toSubject), count };
    },

    /** Gives an organization a hostname of its title, if it has none: its sites are found below it. */
    ensureHostname: async (
      tx: DatabaseTransaction,
      caller: Caller,
      organization: OrganizationSubject,
    ): Promise<void> => {
      if (organization.hostname) return;
      const hostname = await giveHostname(
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

    create: (
      caller: Caller,
      wish: { title: string; emailDomains?: readonly string[] },
    ): Promise<OrganizationSubject> =>
      transaction(async (tx) => {
        const { userId } = caller.principal;
        const organization = {
          id: newId(),
          title: wish.title,
          emailDomains: normalDomains(wish.emailDomains ?? []),
          createdBy: userId,
          createdAt: clock.now(),
        };
        await insertOrganization(tx, organization);
        const added = await insertMembers(tx, organization.id, [{ userId, role: 'admin' }], clock.now());
        if (added.length === 0) throw forbidden(BOUND);
        await record(tx, caller, 'organization.created', organization);
        return (await find(organization.id, userId, tx))!;
      }),

    update: async (
      caller: Caller,
      organization: OrganizationSubject,
      changes: Changes,
    ): Promise<OrganizationSubject> => {
      return transaction(async (tx) => {
        // Held, so that the last identity provider does not go at the same moment.
        if (changes.sso && !(await lockSso(tx, organization.id)) && !(await hasProvider(organization.id)))
          throw conflict(
            'sso: would close every way in, because the organization has no active identity provider: add one first',
          );
        if (changes.defaultContent && !(await hasSite(tx, organization.id, changes.defaultContent.site)))
          throw invalid({ path: 'body.defaultContent.site', message: 'is not a site of this organization' });
        const payload = changedFields(await change(tx, organization.id, changes), FIELDS);
        const updated = (await find(organization.id, caller.principal.userId, tx))!;
        if (payload) await record(tx, caller, 'organization.updated', updated, payload);
        return updated;
      });
    },

    join: (caller: Caller, organizationId: string): Promise<void> =>
      transaction(async (tx) => {
        const { userId } = caller.principal;
        const organization = await find(organizationId, userId, tx);
        if (!organization) throw notFound('organization');
        if (organization.isMember) return;
        const domain = domainOf(await findVerifiedEmail(tx, userId));
        if (!domain || !organization.email_domains.includes(domain))
          throw badRequest(
            'Your e-mail address is not verified, or its domain is not one that this organization takes',
          );
        const added = await insertMembers(
          tx,
          organizationId,
          [{ userId, role: organization.default_role }],
          clock.now(),
        );
        if (added.length > 0)
          await events.record(tx, caller, {
            organizationId,
            action: 'member.joined',
            target: { type: 'member', id: userId, label: caller.principal.displayName },
            payload: { by: 'email-domain', role: organization.default_role },
          });
        // Only now nobody changes it any more: whoever becomes a member holds their organization.
        const joined = await find(organizationId, userId, tx);
        if (added.length > 0 && joined?.sso) throw forbidden(BY_SSO);
        // A member who is disabled, also by being closed out at once, is none; others may have joined at this moment.
        if (!joined?.isMember)
          throw forbidden(
            (await lockMember(tx, organizationId, userId))
              ? 'Your membership of this organization is disabled'
              : BOUND,
          );
      }),

    /** Makes a user a member, as the operator says; who is one already stays as they are. */
    admit: async (
      tx: DatabaseTransaction,
      by: Actor,
      organizationId: string,
      user: UserRow,
      role: Role | null,
    ): Promise<{ added: boolean; role: Role | null; disabled: boolean }> => {
      const added = await insertMembers(tx, organizationId, [{ userId: user.id, role }], clock.now());
      if (added.length === 0) {
        const member = await lockMember(tx, organizationId, user.id);
        if (!member) throw conflict('The user belongs to another organization alone, by single sign-on');
        return { added: false, ...member };
      }
      await events.record(tx, by, {
        organizationId,
        action: 'member.added',
        target: { type: 'member', id: user.id, label: user.display_name },
        payload: { by: 'command-line', role },
      });
      // Where single sign-on is the only way in, the newcomer is closed out at once.
      const made = await lockMember(tx, organizationId, user.id);
      return { added: true, role, disabled: made?.disabled ?? true };
    },

    /** Which organization a name means: its id, or its hostname. */
    idOf: (name: string): Promise<string | undefined> => findOrganizationId(db, name),

    /** Whether anybody with an address of this domain may join some organization. */
    takesEmailDomain: async (emailDomain: string): Promise<boolean> =>
      (await listOrganizationsOfDomain(db, emailDomain, '')).some(({ sso }) => !sso),

    /** Those that the caller could join by the domain, and those they are in already. */
    ofEmailDomain: async (caller: Caller, emailDomain: string): Promise<OrganizationSubject[]> => {
      const { userId } = caller.principal;
      const own = domainOf(await findVerifiedEmail(db, userId));
      const found = (await listOrganizationsOfDomain(db, emailDomain.toLowerCase(), userId)).map(toSubject);
      const isOwn = own === emailDomain.toLowerCase();
      // Nobody joins by a domain where single sign-on is the only way in.
      return found.filter(({ isMember, sso }) => isMember || (isOwn && !sso));
    },

    agentInstructions: agentInstructionsOf,

    setAgentInstructions: (caller: Caller, organization: OrganizationSubject, instructions: RichText) =>
      transaction(async (tx) => {
        const { userId } = caller.principal;
        const wish = { instructions, updatedAt: clock.now(), updatedBy: userId };
        if (await updateAgentInstructions(tx, organization.id, wish))
          await record(tx, caller, 'organization.agent-instructions-updated', organization);
        return agentInstructionsOf((await find(organization.id, userId, tx))!);
      }),
  };
};

/** Organizations and their settings. */
export type OrganizationsService = ReturnType<typeof createOrganizationsService>;
