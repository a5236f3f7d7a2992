-- Single sign-on: identity providers of organizations, and who is kept out without them.

create table saml_providers (
  organization_id text collate "C" not null references organizations on delete cascade,
  id text collate "C" not null,
  label text not null,
  sso_url text,
  entity_id text,
  certificate text,
  default_team_id text collate "C",
  default_role role,
  created_at timestamptz not null,
  primary key (organization_id, id),
  unique (id),
  foreign key (organization_id, default_team_id) references teams on delete set null (default_team_id)
);

-- What was asked of identity providers and not answered yet.
create table saml_requests (
  hash bytea primary key,
  organization_id text collate "C" not null,
  provider_id text collate "C" not null,
  browser_hash bytea not null,
  target text not null,
  expires_at timestamptz not null,
  foreign key (organization_id, provider_id) references saml_providers on delete cascade
);
create index saml_requests_expiry on saml_requests (expires_at);

-- What identity providers said: each assertion counts once, for as long as it could.
create table saml_assertions (
  organization_id text collate "C" not null,
  provider_id text collate "C" not null,
  hash bytea not null,
  expires_at timestamptz not null,
  primary key (organization_id, provider_id, hash),
  foreign key (organization_id, provider_id) references saml_providers on delete cascade
);
create index saml_assertions_expiry on saml_assertions (expires_at);

-- Where single sign-on is the only way in, members who do not come by it are disabled, administrators excepted. That it
-- was the reason is remembered, so that it can be taken back.
alter table members add column closed_by_sso boolean not null default false;

create function close_by_sso() returns trigger language plpgsql as $$
declare
  closed boolean;
begin
  -- Held until the end: the organization does not decide otherwise meanwhile.
  select o.sso and not new.sso and new.role is distinct from 'admin' into closed
  from organizations o where o.id = new.organization_id for share;
  if closed and not new.disabled then
    new.disabled := true;
    new.closed_by_sso := true;
  elsif not closed and new.closed_by_sso then
    new.disabled := false;
    new.closed_by_sso := false;
  end if;
  return new;
end
$$;
create trigger members_close_by_sso before insert or update of role, sso on members
  for each row execute function close_by_sso();

create function close_members_by_sso() returns trigger language plpgsql as $$
begin
  -- Each row is looked at by the trigger above.
  update members set sso = sso where organization_id = new.id;
  return null;
end
$$;
create trigger organizations_close_by_sso after update of sso on organizations
  for each row when (old.sso is distinct from new.sso) execute function close_members_by_sso();

-- Organizations that asked for it before it was made true.
update members set sso = sso where organization_id in (select id from organizations where sso);
