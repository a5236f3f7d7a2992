import type { Selectable } from 'kysely';
import type { ProviderKey } from '../../../kernel/contract/scim-authentication.ts';
import type { Database } from '../../../kernel/database/database.ts';
import { preparedQuery } from '../../../kernel/database/prepared-query.ts';
import type { ScimTokens } from '../../../kernel/database/schema.gen.ts';

/** A row of a SCIM token, without its secret. */
export type ScimTokenRow = Selectable<ScimTokens>;

/** The SCIM token of an identity provider. */
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

/** Stores the SCIM token of an identity provider, replacing the previous one. */
export const writeScimToken = (
  tx: Database,
  { organizationId, id }: ProviderKey,
  token: { hash: Buffer; hint: string; createdBy: string; createdAt: Date },
): Promise<ScimTokenRow> => {
  const values = {
    hash: token.hash,
    hint: token.hint,
    created_by: token.createdBy,
    created_at: token.createdAt,
    last_used_at: null,
  };
  return tx
    .insertInto('scim_tokens')
    .values({ organization_id: organizationId, provider_id: id, ...values })
    .onConflict((conflict) => conflict.columns(['organization_id', 'provider_id']).doUpdateSet(values))
    .returningAll()
    .executeTakeFirstOrThrow();
};

/** Deletes the SCIM token of an identity provider; false when there was none. */
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

/** Finds the identity provider of a token by its hash. */
export const findProviderByToken = async (db: Database, hash: Buffer) =>
  (await providerByHash(db, { hash }))[0];

/** Stores the time at which a token was last used. */
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
