-- People in browsers: their sessions, and the links that begin one.

-- Whether somebody has to come through the identity provider of their organization. Who is a member by single sign-on is a
-- member of no other organization, so that this says it of the whole account.
create function must_use_sso(who text) returns boolean language sql stable parallel safe as $$
  select exists (
    select from members m join organizations o on o.id = m.organization_id
    where m.user_id = who and m.sso and o.sso and m.role is distinct from 'admin')
$$;

-- Only hashes of secrets are kept. The one before the last rotation counts a little longer, for requests on their way.
create table sessions (
  id text collate "C" primary key,
  user_id text collate "C" not null references users on delete cascade,
  hash bytea not null unique,
  previous_hash bytea,
  rotated_at timestamptz not null,
  -- How the person came in: the kind of way, and whose identity provider vouched for them, if one did.
  way text not null,
  organization_id text collate "C" references organizations on delete cascade,
  provider_id text collate "C",
  address text not null,
  agent text not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null
);
create index sessions_user on sessions (user_id, id);
create index sessions_previous on sessions (previous_hash) where previous_hash is not null;
create index sessions_provider on sessions (organization_id, provider_id) where organization_id is not null;
create index sessions_expiry on sessions (expires_at);

-- Links that sign somebody in, once. An address without an account gets one by using its link.
create table sign_in_links (
  hash bytea primary key,
  email text not null,
  way text not null,
  organization_id text collate "C" references organizations on delete cascade,
  provider_id text collate "C",
  -- The browser that asked for it, where one did: there it needs no further word.
  browser_hash bytea,
  target text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index sign_in_links_email on sign_in_links (lower(email), created_at);
create index sign_in_links_expiry on sign_in_links (expires_at);
