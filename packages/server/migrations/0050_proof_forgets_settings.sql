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
