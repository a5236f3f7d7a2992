import { type Selectable, sql } from 'kysely';
import type { PageRequest } from '../../kernel/contract/paging.ts';
import type { Database, DatabaseTransaction } from '../../kernel/database/database.ts';
import { fetchPage } from '../../kernel/database/page.ts';
import { batchedQuery } from '../../kernel/database/prepared-query.ts';
import type { Organizations } from '../../kernel/database/schema.gen.ts';
import { type Changes, changesOf, newValues } from '../../kernel/events/field-changes.ts';

/** An organization's row. */
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
    .select(['members.role', 'members.user_id as member_id'])
    // Who is no member may be the account of an integration that is installed there.
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

/** An organization as one user meets it. */
export const findOrganization = async (db: Database, organizationId: string, userId: string) =>
  (await organizationForUser(db, { organizationId, userId }))[0];

/** An organization by its id or its hostname, as one user meets it. */
export const findOrganizationByName = (db: Database, name: string, userId: string) =>
  withMember(db, userId)
    .where(({ or, eb }) =>
      or([eb('organizations.id', '=', name), eb('organizations.hostname', '=', name.toLowerCase())]),
    )
    .executeTakeFirst();

/** The id of an organization that is named by it, or by its hostname. */
export const findOrganizationId = async (db: Database, name: string): Promise<string | undefined> => {
  const row = await db
    .selectFrom('organizations')
    .select('id')
    .where(({ or, eb }) => or([eb('id', '=', name), eb('hostname', '=', name.toLowerCase())]))
    // Nobody gets in the way of another by taking its id for a hostname.
    .orderBy(({ eb }) => eb('id', '=', name), 'desc')
    .executeTakeFirst();
  return row?.id;
};

/** An organization with what the reader is in it. */
export type OrganizationForUser = NonNullable<Awaited<ReturnType<typeof findOrganization>>>;

/** The organizations of a user, oldest first. */
export const listOrganizations = (db: Database, userId: string, page: PageRequest) => {
  const mine = withMember(db, userId).where('members.user_id', 'is not', null);
  const after = page.after && String(page.after[0]);
  return fetchPage(
    page,
    mine
      .$if(after !== undefined, (query) => query.where('organizations.id', '>', after!))
      .orderBy('organizations.id'),
    mine,
  );
};

/** The organizations that take an e-mail domain, as one user meets them. */
export const listOrganizationsForDomain = (db: Database, domain: string, userId: string) =>
  withMember(db, userId)
    .where(sql<boolean>`organizations.email_domains @> array[${domain}]::text[]`)
    .orderBy('organizations.id')
    .limit(1000)
    .execute();

/** Whether single sign-on is the only way into an organization, which nobody changes until the transaction ends. */
export const lockSsoRequirement = async (tx: Database, organizationId: string): Promise<boolean> => {
  const row = await tx
    .selectFrom('organizations')
    .select('sso')
    .where('id', '=', organizationId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row?.sso === true;
};

/** Stores a new organization. */
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

/** Changes columns of an organization where they differ, and says which did; undefined ones stay. */
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

/** Stores instructions for agents and who wrote them, unless they are the same as before; says whether they differed. */
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

/** Gives an organization that has no hostname the first of these that is free; says which. */
export const assignHostname = async (
  tx: DatabaseTransaction,
  organizationId: string,
  candidates: readonly string[],
  updatedAt: Date,
): Promise<string | undefined> => {
  // Who looks for a free name does so alone, so that no two find the same one.
  await sql`select pg_advisory_xact_lock(hashtextextended('hostnames', 0))`.execute(tx);
  const { rows } = await sql<{ hostname: string }>`
    update organizations set updated_at = ${updatedAt}, hostname = (
      select name from unnest(${candidates}::text[]) with ordinality as candidates (name, rank)
      where not exists (select from organizations where hostname = name) order by rank limit 1)
    where id = ${organizationId} and hostname is null
    returning hostname`.execute(tx);
  return rows[0]?.hostname;
};

/** Whether an organization has a site of this id. */
export const hasSite = async (db: Database, organizationId: string, siteId: string): Promise<boolean> =>
  (await db
    .selectFrom('sites')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('id', '=', siteId)
    .executeTakeFirst()) !== undefined;
