import { sql } from 'kysely';
import type { Database } from '../../../kernel/database/database.ts';

/** The memberships that a user may see, including those without access. */
export const listMemberships = (db: Database, userId: string) =>
  db
    .selectFrom('members')
    .innerJoin('organizations', 'organizations.id', 'members.organization_id')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select(['organizations.id', 'organizations.title', 'members.role'])
    .select(['members.disabled', 'members.closed_by_sso', 'members.sso', 'members.sso_agreed_at'])
    .select('organizations.disabled_sign_in_methods')
    .select(
      sql<boolean>`not organizations.disabled_sign_in_methods <@ members.accepted_disabled_methods`.as(
        'has_new_rules',
      ),
    )
    .where('members.user_id', '=', userId)
    // Users of an unverified account came through an identity provider or an invitation, and see only its organization.
    .where(({ or, and, not, eb, exists, selectFrom }) =>
      or([
        eb('users.email_verified', '=', true),
        eb('members.sso_agreed_at', 'is not', null),
        eb('users.held_by', '=', eb.ref('members.organization_id')),
        and([
          eb('users.held_by', 'is', null),
          not(
            exists(
              selectFrom('members as speaking')
                .select('speaking.user_id')
                .whereRef('speaking.user_id', '=', 'members.user_id')
                .where('speaking.sso_agreed_at', 'is not', null),
            ),
          ),
        ]),
      ]),
    )
    .orderBy('organizations.id')
    .execute();

/** A membership of a user. */
export type Membership = Awaited<ReturnType<typeof listMemberships>>[number];
