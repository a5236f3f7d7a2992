-- Others may have added somebody whose address nobody has proved before an identity provider speaks for them: that closes as it
-- does when they come later.
create function close_added_elsewhere() returns trigger language plpgsql as $$
begin
  -- Each row is looked at by the trigger that closes and opens members.
  update members m set sso = m.sso
  from users u
  where u.id = m.user_id and not u.email_verified
    and m.user_id = new.user_id and m.organization_id <> new.organization_id
    and m.sso_agreed_at is null and not m.disabled;
  return null;
end
$$;
create trigger members_close_added after insert on members
  for each row when (new.sso_agreed_at is not null) execute function close_added_elsewhere();
create trigger members_close_bound after update of sso_agreed_at on members
  for each row when (old.sso_agreed_at is null and new.sso_agreed_at is not null) execute function close_added_elsewhere();
