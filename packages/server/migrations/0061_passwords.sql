-- Passwords, as argon2id hashes with their parameters.
create table passwords (
  user_id text collate "C" primary key references users on delete cascade,
  hash text not null,
  updated_at timestamptz not null
);

-- Failed and running attempts to sign in with a password. The address is hashed, because people also type other
-- things into the field, and it is recorded whether or not it has an account.
create table password_attempts (
  id bigint generated always as identity primary key,
  email_hash bytea not null,
  attempted_at timestamptz not null
);
create index password_attempts_email on password_attempts (email_hash, attempted_at);
create index password_attempts_time on password_attempts (attempted_at);

-- Whoever set a password before the address was verified may not be its owner.
create function delete_unverified_credentials() returns trigger language plpgsql as $$
begin
  delete from passwords where user_id = new.id;
  return null;
end
$$;
create trigger users_delete_unverified_credentials after update of email_verified on users
  for each row when (new.email_verified and not old.email_verified) execute function delete_unverified_credentials();
