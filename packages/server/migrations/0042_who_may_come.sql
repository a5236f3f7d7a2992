-- The domains of the addresses of those who may come from an identity provider; null is any.
alter table oidc_providers add column domains text[];

-- Letters to those who want to sign in, for as long as they count: not every one of them has a link in it.
create table sign_in_letters (
  email text not null,
  sent_at timestamptz not null
);
create index sign_in_letters_email on sign_in_letters (lower(email), sent_at);
create index sign_in_letters_sent on sign_in_letters (sent_at);
