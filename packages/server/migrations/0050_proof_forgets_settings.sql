-- What an account is told of was said by whoever spoke for it, where an identity provider did before anybody had proved the
-- address: the first proof begins anew.
create or replace function free_proved_account() returns trigger language plpgsql as $$
begin
  update members set sso_agreed_at = null where user_id = new.id and sso_agreed_at is not null;
  if found then
    delete from notification_mutes where user_id = new.id;
  end if;
  delete from former_members where user_id = new.id;
  return null;
end
$$;

-- Likewise where what they said ends before that.
create function forget_claimed_settings() returns trigger language plpgsql as $$
begin
  delete from notification_mutes m using users u
  where m.user_id = old.user_id and u.id = m.user_id and not u.email_verified;
  return null;
end
$$;
create trigger members_forget_settings after delete on members
  for each row when (old.sso_agreed_at is not null) execute function forget_claimed_settings();
