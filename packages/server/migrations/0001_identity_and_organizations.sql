-- People, their tokens, organizations and who belongs to them.
-- Ids are base62, compared byte by byte, so that sorting by id is sorting by time of creation.

create type role as enum ('read', 'comment', 'edit', 'review', 'create', 'admin');
create type team_role as enum ('member', 'owner');

-- What this installation knows about itself: the secret that signs page tokens, and the like.
create table instance_settings (
  key text primary key,
  value text not null
);

create table users (
  id text collate "C" primary key,
  email text not null,
  email_verified boolean not null default false,
  display_name text not null,
  photo_url text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index users_email on users (lower(email));

create table tokens (
  id text collate "C" primary key,
  user_id text collate "C" not null references users on delete cascade,
  hash bytea not null unique,
  hint text not null,
  label text not null,
  scopes text[],
  created_at timestamptz not null,
  expires_at timestamptz,
  last_used_at timestamptz
);
create index tokens_user on tokens (user_id, id);

create table organizations (
  id text collate "C" primary key,
  title text not null,
  hostname text unique,
  email_domains text[] not null default '{}',
  type text not null default 'business',
  use_case text,
  community_type text,
  default_role role,
  default_site_id text collate "C",
  logo_url text,
  sso boolean not null default false,
  ai boolean not null default true,
  invite_links boolean not null default true,
  merge_rules jsonb not null default '{"type":"none"}',
  agent_instructions jsonb,
  agent_instructions_updated_at timestamptz,
  agent_instructions_updated_by text collate "C",
  created_by text collate "C",
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index organizations_email_domains on organizations using gin (email_domains);

create table members (
  organization_id text collate "C" not null references organizations on delete cascade,
  user_id text collate "C" not null references users on delete cascade,
  role role,
  disabled boolean not null default false,
  sso boolean not null default false,
  joined_at timestamptz not null,
  last_seen_at timestamptz,
  primary key (organization_id, user_id)
);
create index members_user on members (user_id);
create index members_joined on members (organization_id, joined_at, user_id);
create index members_seen on members (organization_id, last_seen_at, user_id);

create table teams (
  organization_id text collate "C" not null references organizations on delete cascade,
  id text collate "C" not null,
  title text not null,
  created_by text collate "C",
  created_at timestamptz not null,
  primary key (organization_id, id)
);

create table team_members (
  organization_id text collate "C" not null,
  team_id text collate "C" not null,
  user_id text collate "C" not null,
  role team_role not null default 'member',
  added_at timestamptz not null,
  primary key (organization_id, team_id, user_id),
  foreign key (organization_id, team_id) references teams on delete cascade,
  foreign key (organization_id, user_id) references members on delete cascade
);
create index team_members_user on team_members (organization_id, user_id);

-- What happened: the audit log reads it, and subscribers are told of it through jobs
-- that the same transaction writes.
create table events (
  id uuid primary key,
  organization_id text collate "C" references organizations on delete cascade,
  action text not null,
  actor_type text not null,
  actor_id text collate "C" not null,
  actor_label text,
  source text not null,
  target_type text not null,
  target_id text collate "C" not null,
  target_label text,
  payload jsonb not null default '{}',
  request_id text,
  address text,
  occurred_at timestamptz not null
) with (autovacuum_vacuum_insert_scale_factor = 0.02);
-- Ids sort by time, so that each of these also serves spans of time. What filters may be combined with stands in them:
-- counting never reads the table, as long as it is vacuumed, which is why that happens often.
create index events_organization on events (organization_id, id);
create index events_target on events (organization_id, target_id, id) include (actor_id, action);
create index events_actor on events (organization_id, actor_id, id) include (action);
create index events_action on events (organization_id, action, id);
