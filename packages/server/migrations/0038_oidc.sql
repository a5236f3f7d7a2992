-- OpenID Connect: identity providers beside those of SAML.

create table oidc_providers (
  organization_id text collate "C" not null references organizations on delete cascade,
  id text collate "C" not null,
  label text not null,
  issuer text,
  client_id text,
  -- Encrypted under a key of the installation.
  client_secret text,
  default_team_id text collate "C",
  default_role role,
  created_at timestamptz not null,
  primary key (organization_id, id),
  unique (id),
  foreign key (organization_id, default_team_id) references teams on delete set null (default_team_id)
);

-- What is asked of identity providers is the same for both kinds. What was asked of one that has gone is never looked for,
-- and forgotten with its time.
alter table saml_requests rename to sso_requests;
alter table sso_requests drop constraint saml_requests_organization_id_provider_id_fkey;
alter table sso_requests add foreign key (organization_id) references organizations on delete cascade;
alter index saml_requests_pkey rename to sso_requests_pkey;
alter index saml_requests_expiry rename to sso_requests_expiry;
