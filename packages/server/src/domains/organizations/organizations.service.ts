import type { Static } from 'typebox';
import type { Caller } from '../../kernel/auth/principal.ts';
import { emptyDocument, type RichText } from '../../kernel/contract/documents.ts';
import type { Page, PageRequest } from '../../kernel/contract/paging.ts';
import type { DatabaseTransaction } from '../../kernel/database/database.ts';
import { violates } from '../../kernel/database/database-errors.ts';
import { badRequest, conflict, invalid, notFound } from '../../kernel/errors/errors.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { findVerifiedEmail } from '../identity/index.ts';
import { insertMembers } from './members/members.store.ts';
import type { organizationsContract } from './organizations.contract.ts';
import type { OrganizationSubject } from './organizations.policy.ts';
import {
  findOrganization,
  hasSite,
  insertOrganization,
  listOrganizations,
  listOrganizationsOfDomain,
  type OrganizationForUser,
  updateOrganization,
} from './organizations.store.ts';

type Dependencies = Pick<Kernel, 'db' | 'transaction' | 'clock' | 'newId' | 'events'>;
type Changes = Static<(typeof organizationsContract)['updateOrganizationById']['body']>;

const toSubject = ({ member_id, owns_team, ...row }: OrganizationForUser): OrganizationSubject => ({
  ...row,
  isMember: member_id !== null,
  ownsTeam: Boolean(owns_team),
});

const normalDomains = (domains: readonly string[]) => [
  ...new Set(domains.map((domain) => domain.toLowerCase())),
];

/** Organizations and their settings. */
export const createOrganizationsService = ({ db, transaction, clock, newId, events }: Dependencies) => {
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

  return {
    find,

    list: async (userId: string, page: PageRequest): Promise<Page<OrganizationSubject>> => {
      const { rows, count } = await listOrganizations(db, userId, page);
      return { rows: rows.map(toSubject), count };
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
        await insertMembers(tx, organization.id, [{ userId, role: 'admin' }], clock.now());
        await record(tx, caller, 'organization.created', organization);
        return (await find(organization.id, userId, tx))!;
      }),

    update: (
      caller: Caller,
      organization: OrganizationSubject,
      changes: Changes,
    ): Promise<OrganizationSubject> =>
      transaction(async (tx) => {
        if (changes.defaultContent && !(await hasSite(tx, organization.id, changes.defaultContent.site)))
          throw invalid({ path: 'body.defaultContent.site', message: 'is not a site of this organization' });
        try {
          await updateOrganization(tx, organization.id, {
            title: changes.title,
            email_domains: changes.emailDomains && normalDomains(changes.emailDomains),
            hostname: changes.hostname,
            default_role: changes.defaultRole,
            default_site_id: changes.defaultContent === null ? null : changes.defaultContent?.site,
            logo_url: changes.logo,
            sso: changes.sso,
            ai: changes.ai,
            invite_links: changes.inviteLinks,
            merge_rules: changes.mergeRules && JSON.stringify(changes.mergeRules),
            updated_at: clock.now(),
          });
        } catch (error) {
          if (violates(error, 'organizations_hostname_key'))
            throw conflict('hostname: is taken by another organization');
          throw error;
        }
        await record(tx, caller, 'organization.updated', organization, { fields: Object.keys(changes) });
        return (await find(organization.id, caller.principal.userId, tx))!;
      }),

    join: (caller: Caller, organizationId: string): Promise<void> =>
      transaction(async (tx) => {
        const { userId } = caller.principal;
        const organization = await find(organizationId, userId, tx);
        if (!organization) throw notFound('organization');
        if (organization.isMember) return;
        const domain = (await findVerifiedEmail(tx, userId))?.split('@')[1]?.toLowerCase();
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
        if (added.length > 0) await record(tx, caller, 'member.joined', organization, { by: 'email-domain' });
      }),

    /** Those that the caller could join by the domain, and those they are in already. */
    ofEmailDomain: async (caller: Caller, emailDomain: string): Promise<OrganizationSubject[]> => {
      const { userId } = caller.principal;
      const own = (await findVerifiedEmail(db, userId))?.split('@')[1]?.toLowerCase();
      const found = (await listOrganizationsOfDomain(db, emailDomain.toLowerCase(), userId)).map(toSubject);
      return own === emailDomain.toLowerCase()
        ? found
        : found.filter((organization) => organization.isMember);
    },

    agentInstructions: (organization: OrganizationSubject) => ({
      instructions: (organization.agent_instructions as RichText | null) ?? emptyDocument(),
      updatedAt: organization.agent_instructions_updated_at ?? organization.created_at,
      updatedBy: organization.agent_instructions_updated_by ?? organization.created_by ?? '',
    }),

    setAgentInstructions: (caller: Caller, organization: OrganizationSubject, instructions: RichText) =>
      transaction(async (tx) => {
        const updatedAt = clock.now();
        const updatedBy = caller.principal.userId;
        await updateOrganization(tx, organization.id, {
          agent_instructions: JSON.stringify(instructions),
          agent_instructions_updated_at: updatedAt,
          agent_instructions_updated_by: updatedBy,
        });
        await record(tx, caller, 'organization.agent-instructions-updated', organization);
        return { instructions, updatedAt, updatedBy };
      }),
  };
};

/** Organizations and their settings. */
export type OrganizationsService = ReturnType<typeof createOrganizationsService>;
