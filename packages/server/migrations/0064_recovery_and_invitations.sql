-- Links with which a member sets a new password or passkey, created by an administrator. Only hashes are stored.
create table recovery_links (
  hash bytea primary key,
  user_id text collate "C" not null references users on delete cascade,
  organization_id text collate "C" not null references organizations on delete cascade,
  created_by text collate "C" not null references users on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index recovery_links_user on recovery_links (user_id);
create index recovery_links_organization on recovery_links (organization_id);
create index recovery_links_created_by on recovery_links (created_by);
create index recovery_links_expiry on recovery_links (expires_at);

-- Invitations of members by e-mail address. The link lets somebody without an account set a password or passkey.
create table invitations (
  organization_id text collate "C" not null,
  user_id text collate "C" not null,
  hash bytea not null unique,
  -- Only the owner of the address knows a mailed link, so that using it verifies the address.
  mailed boolean not null,
  created_by text collate "C" references users on delete set null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  primary key (organization_id, user_id),
  foreign key (organization_id, user_id) references members on delete cascade
);
create index invitations_user on invitations (user_id);
create index invitations_created_by on invitations (created_by);

-- The organization through whose invitation somebody uses the account before its address is verified: they may not be the
-- owner of the address, so that the account is of use in this organization only.
alter table users add column held_by text collate "C" references organizations on delete set null;
create index users_held_by on users (held_by) where held_by is not null;

create or replace function close_by_sso() returns trigger language plpgsql as $$
declare
  closed boolean;
begin
  -- Held until the end: the organization does not decide otherwise meanwhile.
  select (o.sso and new.sso_agreed_at is null and new.role is distinct from 'admin')
    or (o.disabled_sign_in_methods <> '{}' and new.last_seen_at is null and new.sso_agreed_at is null and exists (
      select from members m where m.user_id = new.user_id and m.organization_id <> new.organization_id))
  into closed
  from organizations o where o.id = new.organization_id for share;
  closed := closed or (new.sso_agreed_at is null and exists (
    select from members m join users u on u.id = m.user_id
    where m.user_id = new.user_id and m.organization_id <> new.organization_id
      and m.sso_agreed_at is not null and not u.email_verified));
  closed := closed or exists (
    select from users u
    where u.id = new.user_id and not u.email_verified and u.held_by is not null and u.held_by <> new.organization_id);
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

create function release_verified_account() returns trigger language plpgsql as $$
begin
  new.held_by := null;
  return new;
end
$$;
create trigger users_release_verified before update of email_verified on users
  for each row when (new.email_verified and not old.email_verified) execute function release_verified_account();

create function close_members_of_held_account() returns trigger language plpgsql as $$
begin
  -- Each row is looked at by the trigger that closes and opens members.
  update members set sso = sso where user_id = new.id;
  return null;
end
$$;
-- Not "update of held_by": the trigger above sets it as well.
create trigger users_close_held after update on users
  for each row when (old.held_by is distinct from new.held_by) execute function close_members_of_held_account();
