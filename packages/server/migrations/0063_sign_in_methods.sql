-- Sign-in methods that an organization does not accept of its members: password, passkey, email (a link by e-mail).
alter table organizations add column disabled_sign_in_methods text[] not null default '{}';

-- Whether an organization of a user does not accept the method of a session. Memberships without access do not count.
create function is_sign_in_method_disabled(who text, method text) returns boolean language sql stable parallel safe as $$
  select exists (
    select from members m join organizations o on o.id = m.organization_id
    where m.user_id = who and not m.disabled and method = any(o.disabled_sign_in_methods))
$$;

-- The rule applies to the whole account. An organization must not lock somebody out of others by adding them: members of
-- other organizations who have never opened this one have no access to it until they accept the invitation.
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
drop trigger organizations_close_by_sso on organizations;
create trigger organizations_close_by_sso after update of sso, disabled_sign_in_methods on organizations
  for each row
  when (old.sso is distinct from new.sso or old.disabled_sign_in_methods is distinct from new.disabled_sign_in_methods)
  execute function close_members_by_sso();
create trigger members_open_when_accepted before update of last_seen_at on members
  for each row when (old.last_seen_at is null and new.last_seen_at is not null) execute function close_by_sso();
