-- Provisioning: identity providers say by SCIM who is a member, and who is in which team.

-- Whether the organization of somebody who is a member by single sign-on, and so of that organization alone, keeps them out:
-- then nothing speaks for them, neither a session nor a token.
create function kept_out(who text) returns boolean language sql stable parallel safe as $$
  select exists (select from members m where m.user_id = who and m.sso and m.disabled)
$$;

-- One token a provider; only its hash is kept.
create table scim_tokens (
  organization_id text collate "C" not null,
  provider_id text collate "C" not null,
  hash bytea not null unique,
  hint text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  primary key (organization_id, provider_id),
  foreign key (organization_id, provider_id) references saml_providers on delete cascade
);

-- Members that a provider provisions, with what it says of them that accounts have no place for.
create table scim_users (
  organization_id text collate "C" not null,
  provider_id text collate "C" not null,
  user_id text collate "C" not null,
  external_id text collate "C",
  name jsonb not null,
  emails jsonb not null,
  created_at timestamptz not null,
  modified_at timestamptz not null,
  primary key (organization_id, provider_id, user_id),
  constraint scim_users_member unique (organization_id, user_id),
  constraint scim_users_external unique (organization_id, provider_id, external_id),
  foreign key (organization_id, provider_id) references saml_providers on delete cascade,
  foreign key (organization_id, user_id) references members on delete cascade
);

-- Teams that a provider made.
create table scim_groups (
  organization_id text collate "C" not null,
  provider_id text collate "C" not null,
  team_id text collate "C" not null,
  external_id text collate "C",
  created_at timestamptz not null,
  modified_at timestamptz not null,
  primary key (organization_id, provider_id, team_id),
  constraint scim_groups_team unique (organization_id, team_id),
  constraint scim_groups_external unique (organization_id, provider_id, external_id),
  foreign key (organization_id, provider_id) references saml_providers on delete cascade,
  foreign key (organization_id, team_id) references teams on delete cascade
);
