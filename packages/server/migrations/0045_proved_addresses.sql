-- An identity provider speaks for an account whose address nobody has proved only until somebody does: what binds a person is
-- what they agreed to. Whoever proves an address for the first time is freed of what others bound it by.
create function free_proved_account() returns trigger language plpgsql as $$
begin
  update members set sso_agreed_at = null where user_id = new.id and sso_agreed_at is not null;
  return null;
end
$$;
create trigger users_free_proved after update of email_verified on users
  for each row when (new.email_verified and not old.email_verified) execute function free_proved_account();

-- Until then other organizations may have the same person as a member, closed: whoever vouches for them in one does not get
-- into another. What is turned off by hand and on again stays closed where it has to be.
create or replace function close_by_sso() returns trigger language plpgsql as $$
declare
  closed boolean;
begin
  -- Held until the end: the organization does not decide otherwise meanwhile.
  select o.sso and new.sso_agreed_at is null and new.role is distinct from 'admin' into closed
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
drop trigger members_close_by_sso on members;
create trigger members_close_by_sso before insert or update of role, sso, sso_agreed_at, disabled on members
  for each row execute function close_by_sso();

create function open_after_sso() returns trigger language plpgsql as $$
begin
  -- Each row is looked at by the trigger above.
  update members set sso = sso
  where user_id = old.user_id and organization_id <> old.organization_id and closed_by_sso;
  return null;
end
$$;
create trigger members_open_after_leaving after delete on members
  for each row when (old.sso_agreed_at is not null) execute function open_after_sso();
create trigger members_open_after_freeing after update of sso_agreed_at on members
  for each row when (old.sso_agreed_at is not null and new.sso_agreed_at is null) execute function open_after_sso();

-- Those who proved their address before this was so, and never agreed, are asked as well.
update members m set sso_agreed_at = null
from users u
where u.id = m.user_id and u.email_verified and m.sso_agreed_at is not null and not exists (
  select from events e
  where e.organization_id = m.organization_id and e.target_id = m.user_id and e.action = 'member.sso-agreed');

-- Who left an organization, or was removed by its people: they do not come back by the word of an identity provider alone.
create table former_members (
  organization_id text collate "C" not null references organizations on delete cascade,
  user_id text collate "C" not null references users on delete cascade,
  primary key (organization_id, user_id)
);
create index former_members_user on former_members (user_id);
insert into former_members
select distinct e.organization_id, e.target_id
from events e join users u on u.id = e.target_id
where e.action = 'member.removed' and e.organization_id is not null
  and not exists (select from members m where m.organization_id = e.organization_id and m.user_id = e.target_id);
