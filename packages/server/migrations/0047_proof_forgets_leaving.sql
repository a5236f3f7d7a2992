-- Who left, or was removed, while nobody had proved the address may not have been its owner, nor known to them: the first proof
-- begins anew.
create or replace function free_proved_account() returns trigger language plpgsql as $$
begin
  update members set sso_agreed_at = null where user_id = new.id and sso_agreed_at is not null;
  delete from former_members where user_id = new.id;
  return null;
end
$$;
