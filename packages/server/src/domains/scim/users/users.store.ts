import { sql } from 'kysely';
import type { ProviderKey } from '../../../kernel/contract/scim-authentication.ts';
import type { Database } from '../../../kernel/database/database.ts';
import { type Column, type Columns, toCondition } from '../protocol/filter-condition.store.ts';
import type { Filter } from '../protocol/parse-filter.ts';

const users = (db: Database, { organizationId, id }: ProviderKey) =>
  db
    .selectFrom('scim_users')
    .innerJoin('users', 'users.id', 'scim_users.user_id')
    .innerJoin('members', (join) =>
      join
        .onRef('members.organization_id', '=', 'scim_users.organization_id')
        .onRef('members.user_id', '=', 'scim_users.user_id'),
    )
    .where('scim_users.organization_id', '=', organizationId)
    .where('scim_users.provider_id', '=', id);

// Members without access until they consent are not disabled by the provider.
const isDisabled = sql<boolean>`(members.disabled and not members.closed_by_sso)`;

// The version is a hash of the content, because users can rename themselves.
const withDetails = (query: ReturnType<typeof users>) =>
  query
    .select([
      'scim_users.user_id',
      'scim_users.external_id',
      'scim_users.name',
      'scim_users.emails',
      'scim_users.created_at',
      'scim_users.modified_at',
      'users.email',
      'users.display_name',
      'members.sso_agreed_at',
    ])
    .select(isDisabled.as('disabled'))
    .select(
      sql<string>`md5(jsonb_build_array(users.email, users.display_name, ${isDisabled},
        scim_users.external_id, scim_users.name, scim_users.emails)::text)`.as('version'),
    );

const text = (name: string) => ({ kind: 'text', sql: sql.ref(name) }) as const;
const exact = (name: string) => ({ ...text(name), isExact: true }) as const;
const time = (name: string) => ({ kind: 'time', sql: sql.ref(name) }) as const;
const namePart = (part: string) =>
  ({ kind: 'text', sql: sql`(scim_users.name ->> ${sql.lit(part)})` }) as const;
const emailPart = (part: string) => ({ kind: 'text', sql: sql`(email.item ->> ${sql.lit(part)})` }) as const;

const COLUMNS: Columns = new Map<string, Column>([
  ['id', exact('scim_users.user_id')],
  ['externalid', exact('scim_users.external_id')],
  ['username', text('users.email')],
  ['displayname', text('users.display_name')],
  ['active', { kind: 'boolean', sql: sql`(not ${isDisabled})` }],
  ['name.formatted', namePart('formatted')],
  ['name.givenname', namePart('givenName')],
  ['name.familyname', namePart('familyName')],
  [
    'emails',
    {
      kind: 'multi-valued',
      some: (condition) =>
        sql<boolean>`exists (select from jsonb_array_elements(scim_users.emails) email(item) where ${condition})`,
      whole: 'value',
      parts: new Map<string, Column>([
        ['value', emailPart('value')],
        ['type', emailPart('type')],
        ['display', emailPart('display')],
        ['primary', { kind: 'boolean', sql: sql`coalesce((email.item ->> 'primary')::boolean, false)` }],
      ]),
    },
  ],
  ['meta.created', time('scim_users.created_at')],
  ['meta.lastmodified', time('scim_users.modified_at')],
]);

/** A page of the users of an identity provider, oldest first, with the total count. */
export const listScimUsers = async (
  db: Database,
  key: ProviderKey,
  filter: Filter | undefined,
  { startIndex, count }: { startIndex: number; count: number },
) => {
  const matching = users(db, key).$if(filter !== undefined, (query) =>
    query.where(toCondition(filter!, COLUMNS)),
  );
  const page = matching
    .select('scim_users.user_id')
    .orderBy('scim_users.user_id')
    .offset(startIndex - 1)
    .limit(count);
  const [rows, { total }] = await Promise.all([
    // Details are read for the rows of the page only.
    withDetails(users(db, key))
      .where('scim_users.user_id', 'in', page)
      .orderBy('scim_users.user_id')
      .execute(),
    matching.select((eb) => eb.fn.countAll<string>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return { rows, total: Number(total) };
};

/** A user of an identity provider. */
export const findScimUser = (db: Database, key: ProviderKey, userId: string) =>
  withDetails(users(db, key)).where('scim_users.user_id', '=', userId).executeTakeFirst();

/** A row of a user with their account. */
export type ScimUserRow = NonNullable<Awaited<ReturnType<typeof findScimUser>>>;

/** Locks a user until the end of the transaction. */
export const lockScimUser = async (
  tx: Database,
  key: ProviderKey,
  userId: string,
): Promise<ScimUserRow | undefined> => {
  await tx
    .selectFrom('scim_users')
    .select('user_id')
    .where('organization_id', '=', key.organizationId)
    .where('provider_id', '=', key.id)
    .where('user_id', '=', userId)
    .forNoKeyUpdate()
    .execute();
  // Read after locking: joined rows may have changed in the meantime.
  return findScimUser(tx, key, userId);
};

/** The columns of a SCIM user besides their account. */
export interface StoredUser {
  readonly external_id: string | null;
  readonly name: unknown;
  readonly emails: unknown;
}

const asJson = ({ external_id, name, emails }: StoredUser) => ({
  external_id,
  name: JSON.stringify(name),
  emails: JSON.stringify(emails),
});

/** Inserts a SCIM user for a member. */
export const insertScimUser = async (
  tx: Database,
  key: ProviderKey,
  userId: string,
  stored: StoredUser,
  createdAt: Date,
): Promise<void> => {
  await tx
    .insertInto('scim_users')
    .values({
      organization_id: key.organizationId,
      provider_id: key.id,
      user_id: userId,
      ...asJson(stored),
      created_at: createdAt,
      modified_at: createdAt,
    })
    .execute();
};

/** Updates the columns of a SCIM user. */
export const updateScimUser = async (
  tx: Database,
  key: ProviderKey,
  userId: string,
  stored: StoredUser,
  modifiedAt: Date,
): Promise<void> => {
  await tx
    .updateTable('scim_users')
    .set({ ...asJson(stored), modified_at: modifiedAt })
    .where('organization_id', '=', key.organizationId)
    .where('provider_id', '=', key.id)
    .where('user_id', '=', userId)
    .execute();
};
