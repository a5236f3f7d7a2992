-- The sign-in methods that were off when a member accepted the rules of the organization. A rule applies to the whole account.
-- An organization must not lock somebody out of others: members of several have no access to it until they accept.
alter table members add column accepted_disabled_methods text[] not null default '{}';

update members m set accepted_disabled_methods = o.disabled_sign_in_methods
from organizations o
where o.id = m.organization_id and o.disabled_sign_in_methods <> '{}' and not exists (
  select from members e where e.user_id = m.user_id and e.organization_id <> m.organization_id);

drop trigger members_open_when_accepted on members;

create or replace function close_by_sso() returns trigger language plpgsql as $$
declare
  closed boolean;
begin
  -- Held until the end: the organization does not decide otherwise meanwhile.
  select (o.sso and new.sso_agreed_at is null and new.role is distinct from 'admin')
    or (not o.disabled_sign_in_methods <@ new.accepted_disabled_methods and new.sso_agreed_at is null and exists (
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
create trigger members_open_when_accepted before update of accepted_disabled_methods on members
  for each row execute function close_by_sso();

create or replace function close_members_by_sso() returns trigger language plpgsql as $$
begin
  -- Each row is looked at by the trigger above. Whoever uses this organization only takes part by its rules, also later.
  update members m set sso = m.sso, accepted_disabled_methods = case
    when not m.disabled and m.last_seen_at is not null and not exists (
      select from members e where e.user_id = m.user_id and e.organization_id <> m.organization_id)
    then new.disabled_sign_in_methods else m.accepted_disabled_methods end
  where m.organization_id = new.id;
  return null;
end
$$;

-- Whoever never accepted the rules of an organization is free of them as soon as they belong elsewhere.
create function close_unaccepted_elsewhere() returns trigger language plpgsql as $$
begin
  -- Locked before the rows, as a change of the rules does, to prevent deadlocks.
  perform from organizations o join members m on m.organization_id = o.id
  where m.user_id = new.user_id and m.organization_id <> new.organization_id
    and not o.disabled_sign_in_methods <@ m.accepted_disabled_methods and not m.disabled
  order by o.id for share of o;
  -- Each row is looked at by the trigger that closes and opens members.
  update members m set sso = m.sso
  from organizations o
  where o.id = m.organization_id and m.user_id = new.user_id and m.organization_id <> new.organization_id
    and not o.disabled_sign_in_methods <@ m.accepted_disabled_methods and not m.disabled;
  return null;
end
$$;
create trigger members_close_unaccepted after insert on members
  for each row execute function close_unaccepted_elsewhere();

-- Sessions of a method that is switched off stay ended when it is switched on again. They are kept to say why on the sign-in page.
alter table sessions add column refused boolean not null default false;
create function end_refused_sessions() returns trigger language plpgsql as $$
begin
  update sessions s set refused = true from organizations o
  where o.id = new.organization_id and s.user_id = new.user_id and s.method = any(o.disabled_sign_in_methods) and not s.refused;
  if found then
    perform pg_notify('lectern', 'session-ended ' || new.user_id);
  end if;
  return null;
end
$$;
create trigger members_end_refused_sessions
  after insert or update of sso, disabled, accepted_disabled_methods, sso_agreed_at on members
  for each row when (not new.disabled) execute function end_refused_sessions();

-- Browsers that have signed in to an account before: failed attempts of others do not lock these out. Only hashes are stored.
create table known_browsers (
  user_id text collate "C" not null references users on delete cascade,
  hash bytea not null,
  last_used_at timestamptz not null,
  primary key (user_id, hash)
);
create index known_browsers_time on known_browsers (last_used_at);
