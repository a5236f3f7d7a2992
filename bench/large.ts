import pg from 'pg';

/** An organization of 10,000 spaces in 100 collections and 1,000 members in 20 teams, with many grants. */
export const seedLarge = async (connectionString: string, readerEmail: string): Promise<string> => {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    for (const statement of [
      `insert into organizations (id, title, created_at, updated_at) values ('large', 'Large', now(), now())`,
      `insert into users (id, email, email_verified, display_name, created_at, updated_at)
       select 'large-' || i, i || '@large.test', true, 'Person ' || i, now(), now() from generate_series(1, 1000) i`,
      `insert into members (organization_id, user_id, role, joined_at)
       select 'large', 'large-' || i, (array['admin', 'edit', 'read', null])[1 + i % 4]::role, now() from generate_series(1, 1000) i`,
      `insert into members (organization_id, user_id, role, joined_at)
       select 'large', id, 'edit', now() from users where email = '${readerEmail}'`,
      `insert into teams (organization_id, id, title, created_at)
       select 'large', 'team-' || i, 'Team ' || i, now() from generate_series(1, 20) i`,
      `insert into team_members (organization_id, team_id, user_id, role, added_at)
       select 'large', 'team-' || 1 + i % 20, 'large-' || i, 'member', now() from generate_series(1, 1000) i`,
      `insert into contents (organization_id, id, kind, position, created_by, created_at, updated_at)
       select 'large', 'collection-' || i, 'collection', 'c' || i, 'large-' || i, now(), now() from generate_series(1, 100) i`,
      `insert into collections (organization_id, id, title)
       select 'large', 'collection-' || i, 'Collection ' || i from generate_series(1, 100) i`,
      // Half with an explicit level, a tenth of those without access.
      `insert into contents (organization_id, id, kind, parent_id, ancestors, position, inherits, default_role, created_by, created_at, updated_at)
       select 'large', 'space-' || i, 'space', 'collection-' || 1 + i % 100, array['collection-' || 1 + i % 100], 's' || i,
         i % 2 = 0, case when i % 2 = 1 and i % 10 <> 1 then 'read'::role end, 'large-' || 1 + i % 1000, now(), now()
       from generate_series(1, 10000) i`,
      `insert into spaces (organization_id, id, title, emoji, revision_id)
       select 'large', 'space-' || i, 'Space ' || i, '📘', 'none' from generate_series(1, 10000) i`,
      `insert into team_grants (organization_id, content_id, team_id, role, granted_at)
       select 'large', 'collection-' || i, 'team-' || 1 + i % 20, 'review', now() from generate_series(1, 50) i`,
      `insert into user_grants (organization_id, content_id, user_id, role, granted_at)
       select 'large', 'space-' || i, 'large-' || 1 + i % 1000, 'edit', now() from generate_series(1, 5000) i`,
      'analyze',
    ])
      await client.query(statement);
  } finally {
    await client.end();
  }
  return 'large';
};
