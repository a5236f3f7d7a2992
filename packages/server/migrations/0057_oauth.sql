-- Programs that registered themselves to get tokens of users.
create table oauth_clients (
  id text collate "C" primary key,
  name text not null,
  redirect_uris text[] not null,
  created_at timestamptz not null,
  -- The last time that a user authorized it.
  used_at timestamptz
);

-- Authorization codes: each can be exchanged for a token once, shortly after a user agreed.
create table oauth_codes (
  hash bytea primary key,
  client_id text collate "C" not null references oauth_clients on delete cascade,
  user_id text collate "C" not null references users on delete cascade,
  -- Ending the session invalidates the code.
  session_id text collate "C" not null references sessions on delete cascade,
  redirect_uri text not null,
  -- SHA-256 of the code verifier, as base64url (PKCE).
  challenge text collate "C" not null,
  -- Null: full access of the user.
  scopes text[],
  token_expires_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  -- The token it was exchanged for, which is revoked when the code is used again.
  token_id text collate "C"
);
create index oauth_codes_client on oauth_codes (client_id);
create index oauth_codes_user on oauth_codes (user_id);
create index oauth_codes_session on oauth_codes (session_id);
create index oauth_codes_expiry on oauth_codes (expires_at);
