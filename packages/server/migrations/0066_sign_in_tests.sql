-- Sign-ins that an administrator starts to test an identity provider: nobody is signed in by their responses.
alter table sso_requests add column is_test boolean not null default false;
