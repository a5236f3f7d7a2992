-- Authorization codes with which programs get the token of a visitor of a site: each works once, shortly after the
-- visitor agreed.
create table visitor_codes (
  hash bytea primary key,
  organization_id text collate "C" not null,
  site_id text collate "C" not null,
  client_id text collate "C" not null references oauth_clients on delete cascade,
  redirect_uri text not null,
  -- SHA-256 of the code verifier, as base64url (PKCE).
  challenge text collate "C" not null,
  encrypted_token text not null,
  token_expires_at timestamptz,
  expires_at timestamptz not null,
  foreign key (organization_id, site_id) references sites on delete cascade
);
create index visitor_codes_site on visitor_codes (organization_id, site_id);
create index visitor_codes_client on visitor_codes (client_id);
create index visitor_codes_expiry on visitor_codes (expires_at);
