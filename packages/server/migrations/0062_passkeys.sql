-- Passkeys (WebAuthn). Only public keys are stored.
create table passkeys (
  id text collate "C" primary key,
  user_id text collate "C" not null references users on delete cascade,
  credential_id bytea not null unique,
  public_key bytea not null,
  -- The number of uses that the authenticator reports, to detect copies; 0 if it does not count.
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_user on passkeys (user_id, id);

-- Challenges that were answered. They are signed, so that only those have to be stored, until they expire.
create table used_passkey_challenges (
  hash bytea primary key,
  expires_at timestamptz not null
);
create index used_passkey_challenges_expiry on used_passkey_challenges (expires_at);

create or replace function delete_unverified_credentials() returns trigger language plpgsql as $$
begin
  delete from passwords where user_id = new.id;
  delete from passkeys where user_id = new.id;
  return null;
end
$$;
