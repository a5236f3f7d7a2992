-- Whoever owned an account before an organization marked it for single sign-on agrees before its identity provider may speak
-- for them. Accounts that a provider made, and those that nobody ever used, are taken for agreed when it first speaks for them.
alter table members add column sso_agreed_at timestamptz;

update members m set sso_agreed_at = m.joined_at
from users u where u.id = m.user_id and m.sso and not u.email_verified;

-- Until then the mark alone takes nothing away from the account: it neither asks for single sign-on nor keeps anybody out.
create or replace function must_use_sso(who text) returns boolean language sql stable parallel safe as $$
  select exists (
    select from members m join organizations o on o.id = m.organization_id
    where m.user_id = who and m.sso_agreed_at is not null and o.sso and m.role is distinct from 'admin')
$$;

create or replace function kept_out(who text) returns boolean language sql stable parallel safe as $$
  select exists (select from members m where m.user_id = who and m.sso_agreed_at is not null and m.disabled)
$$;

-- Nor does it open an organization where single sign-on is the only way in: who has not agreed does not come by it.
create or replace function close_by_sso() returns trigger language plpgsql as $$
declare
  closed boolean;
begin
  -- Held until the end: the organization does not decide otherwise meanwhile.
  select o.sso and new.sso_agreed_at is null and new.role is distinct from 'admin' into closed
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
drop trigger members_close_by_sso on members;
create trigger members_close_by_sso before insert or update of role, sso, sso_agreed_at on members
  for each row execute function close_by_sso();

update members set sso = sso where organization_id in (select id from organizations where sso);
