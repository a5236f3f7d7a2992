import { type Selectable, sql } from 'kysely';
import type { PageRequest } from '../../kernel/contract/paging.ts';
import type { Database, DatabaseTransaction } from '../../kernel/database/database.ts';
import { paginate } from '../../kernel/database/paginate.ts';
import { batchedQuery } from '../../kernel/database/prepared-query.ts';
import type { Organizations } from '../../kernel/database/schema.gen.ts';
import { type Changes, changesOf, newValues } from '../../kernel/events/field-changes.ts';
import { SIGN_IN_METHODS } from './sign-in-methods.ts';

/** A row of an organization. */
export type OrganizationRow = Selectable<Organizations>;

const withMember = (db: Database, userId: string) =>
  db
    .selectFrom('organizations')
    .leftJoin('members', (join) =>
      join
        .onRef('members.organization_id', '=', 'organizations.id')
        .on('members.user_id', '=', userId)
        .on('members.disabled', '=', false),
    )
    .selectAll('organizations')
    .select(['members.role', 'members.user_id as member_id', 'members.last_seen_at'])
    // A user who is not a member can be the account of an installed integration.
    .select(
      sql<
        string[] | null
      >`case when members.user_id is null then agent_scopes(organizations.id, ${userId}) end`.as(
        'agent_scopes',
      ),
    )
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('team_members')
          .select('team_members.user_id')
          .whereRef('team_members.organization_id', '=', 'organizations.id')
          .where('team_members.user_id', '=', userId)
          .where('team_members.role', '=', 'owner'),
      ).as('owns_team'),
    );

const organizationForUser = batchedQuery(
  (db, { organizationId, userId }: { organizationId: string; userId: string }) =>
    withMember(db, userId).where('organizations.id', '=', organizationId),
);

/** Finds an organization with the membership of a user. */
export const findOrganization = async (db: Database, organizationId: string, userId: string) =>
  (await organizationForUser(db, { organizationId, userId }))[0];

/** Finds an organization by id or hostname, with the membership of a user. */
export const findOrganizationByName = (db: Database, name: string, userId: string) =>
  withMember(db, userId)
    .where(({ or, eb }) =>
      or([eb('organizations.id', '=', name), eb('organizations.hostname', '=', name.toLowerCase())]),
    )
    .executeTakeFirst();

/** Finds the id of an organization by id or hostname. */
export const findOrganizationId = async (db: Database, name: string): Promise<string | undefined> => {
  const row = await db
    .selectFrom('organizations')
    .select('id')
    .where(({ or, eb }) => or([eb('id', '=', name), eb('hostname', '=', name.toLowerCase())]))
    // An id takes precedence over an equal hostname.
    .orderBy(({ eb }) => eb('id', '=', name), 'desc')
    .executeTakeFirst();
  return row?.id;
};

/** An organization with the membership of a user. */
export type OrganizationForUser = NonNullable<Awaited<ReturnType<typeof findOrganization>>>;

/** The organizations of a user, oldest first. */
export const listOrganizations = (db: Database, userId: string, page: PageRequest) => {
  const mine = withMember(db, userId).where('members.user_id', 'is not', null);
  const after = page.after && String(page.after[0]);
  return paginate(
    page,
    mine
      .$if(after !== undefined, (query) => query.where('organizations.id', '>', after!))
      .orderBy('organizations.id'),
    mine,
  );
};

/** The organizations that accept an e-mail domain, with the membership of a user. */
export const listOrganizationsForDomain = (db: Database, domain: string, userId: string) =>
  withMember(db, userId)
    .where(sql<boolean>`organizations.email_domains @> array[${domain}]::text[]`)
    .orderBy('organizations.id')
    .limit(1000)
    .execute();

/** Locks an organization and returns whether single sign-on is required, or the only method that is left. */
export const lockSsoRequirement = async (tx: Database, organizationId: string): Promise<boolean> => {
  const row = await tx
    .selectFrom('organizations')
    .select(['sso', 'disabled_sign_in_methods'])
    .where('id', '=', organizationId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row?.sso === true || row?.disabled_sign_in_methods.length === SIGN_IN_METHODS.length;
};

/** The sign-in methods that an organization does not accept, which do not change until the end of the transaction. */
export const findSignInRules = (tx: Database, organizationId: string) =>
  tx
    .selectFrom('organizations')
    .select(['id', 'title', 'disabled_sign_in_methods'])
    .where('id', '=', organizationId)
    .forShare()
    .executeTakeFirst();

/** The sign-in methods that an organization does not accept; without an id, those of the only organization. */
export const findDisabledMethods = async (
  db: Database,
  organizationId: string | undefined,
): Promise<readonly string[]> => {
  const row = await db
    .selectFrom('organizations')
    .select('disabled_sign_in_methods')
    .$if(organizationId === undefined, (query) =>
      query.where(sql<boolean>`not exists (select from organizations offset 1)`),
    )
    .$if(organizationId !== undefined, (query) => query.where('id', '=', organizationId!))
    .executeTakeFirst();
  return row?.disabled_sign_in_methods ?? [];
};

/** The organizations of a user that do not accept a sign-in method. */
export const findRefusals = (db: Database, userId: string, method: string) =>
  db
    .selectFrom('members')
    .innerJoin('organizations', 'organizations.id', 'members.organization_id')
    .select(['organizations.id', 'organizations.title', 'organizations.disabled_sign_in_methods'])
    .where('members.user_id', '=', userId)
    .where('members.disabled', '=', false)
    .where(sql<boolean>`${method} = any(organizations.disabled_sign_in_methods)`)
    .orderBy('organizations.id')
    .execute();

/** Inserts an organization. */
export const insertOrganization = async (
  tx: Database,
  organization: {
    id: string;
    title: string;
    emailDomains: readonly string[];
    createdBy: string;
    createdAt: Date;
  },
): Promise<void> => {
  await tx
    .insertInto('organizations')
    .values({
      id: organization.id,
      title: organization.title,
      email_domains: [...organization.emailDomains],
      created_by: organization.createdBy,
      created_at: organization.createdAt,
      updated_at: organization.createdAt,
    })
    .execute();
};

/** Updates the columns of an organization that differ and returns the changes; undefined values are ignored. */
export const updateOrganization = async (
  tx: Database,
  organizationId: string,
  input: { readonly [Column in keyof OrganizationRow]?: OrganizationRow[Column] | undefined },
  updatedAt: Date,
): Promise<Changes<OrganizationRow>> => {
  const row = await tx
    .selectFrom('organizations')
    .selectAll()
    .where('id', '=', organizationId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  const changes = row ? changesOf(row, input) : {};
  const values = newValues(changes);
  if (values)
    await tx
      .updateTable('organizations')
      .set({ ...values, updated_at: updatedAt })
      .where('id', '=', organizationId)
      .execute();
  return changes;
};

/** Stores agent instructions and their author; false when they are unchanged. */
export const updateAgentInstructions = async (
  tx: Database,
  organizationId: string,
  { instructions, updatedAt, updatedBy }: { instructions: object; updatedAt: Date; updatedBy: string },
): Promise<boolean> => {
  const json = JSON.stringify(instructions);
  const { numUpdatedRows } = await tx
    .updateTable('organizations')
    .set({
      agent_instructions: json,
      agent_instructions_updated_at: updatedAt,
      agent_instructions_updated_by: updatedBy,
    })
    .where('id', '=', organizationId)
    .where('agent_instructions', 'is distinct from', sql<never>`${json}::jsonb`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** Gives an organization without hostname the first available candidate and returns it. */
export const assignHostname = async (
  tx: DatabaseTransaction,
  organizationId: string,
  candidates: readonly string[],
  updatedAt: Date,
): Promise<string | undefined> => {
  // Serialized, so that concurrent requests do not choose the same name.
  await sql`select pg_advisory_xact_lock(hashtextextended('hostnames', 0))`.execute(tx);
  const { rows } = await sql<{ hostname: string }>`
    update organizations set updated_at = ${updatedAt}, hostname = (
      select name from unnest(${candidates}::text[]) with ordinality as candidates (name, rank)
      where not exists (select from organizations where hostname = name) order by rank limit 1)
    where id = ${organizationId} and hostname is null
    returning hostname`.execute(tx);
  return rows[0]?.hostname;
};

/** Whether an organization has a site with this id. */
export const hasSite = async (db: Database, organizationId: string, siteId: string): Promise<boolean> =>
  (await db
    .selectFrom('sites')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('id', '=', siteId)
    .executeTakeFirst()) !== undefined;
