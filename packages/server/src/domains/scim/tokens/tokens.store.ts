import type { Selectable } from 'kysely';
import type { ProviderKey } from '../../../kernel/contract/providers.ts';
import type { Database } from '../../../kernel/database/database.ts';
import { preparedQuery } from '../../../kernel/database/prepared-query.ts';
import type { ScimTokens } from '../../../kernel/database/schema.gen.ts';

/** The token of an identity provider, without its secret. */
export type ScimTokenRow = Selectable<ScimTokens>;

/** The token of an identity provider, if it has one. */
export const findScimToken = (
  db: Database,
  { organizationId, id }: ProviderKey,
): Promise<ScimTokenRow | undefined> =>
  db
    .selectFrom('scim_tokens')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('provider_id', '=', id)
    .executeTakeFirst();

/** Gives an identity provider a token, in place of the one that it had. */
export const writeScimToken = (
  tx: Database,
  { organizationId, id }: ProviderKey,
  token: { hash: Buffer; hint: string; createdAt: Date },
): Promise<ScimTokenRow> => {
  const values = { hash: token.hash, hint: token.hint, created_at: token.createdAt, last_used_at: null };
  return tx
    .insertInto('scim_tokens')
    .values({ organization_id: organizationId, provider_id: id, ...values })
    .onConflict((conflict) => conflict.columns(['organization_id', 'provider_id']).doUpdateSet(values))
    .returningAll()
    .executeTakeFirstOrThrow();
};

/** Ends the token of an identity provider; says whether there was one. */
export const deleteScimToken = async (
  tx: Database,
  { organizationId, id }: ProviderKey,
): Promise<boolean> => {
  const { numDeletedRows } = await tx
    .deleteFrom('scim_tokens')
    .where('organization_id', '=', organizationId)
    .where('provider_id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
};

const providerByHash = preparedQuery((db, { hash }: { hash: Buffer }) =>
  db
    .selectFrom('scim_tokens')
    .innerJoin('saml_providers', (join) =>
      join
        .onRef('saml_providers.organization_id', '=', 'scim_tokens.organization_id')
        .onRef('saml_providers.id', '=', 'scim_tokens.provider_id'),
    )
    .select(['scim_tokens.organization_id', 'scim_tokens.provider_id', 'scim_tokens.last_used_at'])
    .select('saml_providers.label')
    .where('scim_tokens.hash', '=', hash),
);

/** Whose token has this hash. */
export const findProviderByToken = async (db: Database, hash: Buffer) =>
  (await providerByHash(db, { hash }))[0];

/** Notes that a token was used. */
export const touchScimToken = async (
  db: Database,
  { organizationId, id }: ProviderKey,
  at: Date,
): Promise<void> => {
  await db
    .updateTable('scim_tokens')
    .set({ last_used_at: at })
    .where('organization_id', '=', organizationId)
    .where('provider_id', '=', id)
    .execute();
};
