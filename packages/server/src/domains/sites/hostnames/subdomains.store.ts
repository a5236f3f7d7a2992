import type { Database } from '../../../kernel/database/database.ts';

/** The organization with a subdomain and whether it has a published site, if the user is a member. */
export const findSubdomain = (db: Database, subdomain: string, userId: string) =>
  db
    .selectFrom('organizations')
    .innerJoin('members', 'members.organization_id', 'organizations.id')
    .select(['organizations.id', 'organizations.hostname'])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('sites')
          .select('sites.id')
          .whereRef('sites.organization_id', '=', 'organizations.id')
          .where('sites.published', '=', true),
      ).as('is_active'),
    )
    .where('organizations.hostname', '=', subdomain.toLowerCase())
    .where('members.user_id', '=', userId)
    .where('members.disabled', '=', false)
    .executeTakeFirst();
