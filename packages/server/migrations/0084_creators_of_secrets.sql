-- Who has seen the secret, so that it can be replaced when they leave.
alter table scim_tokens add column created_by text collate "C" references users on delete set null;
alter table site_share_links add column created_by text collate "C" references users on delete set null;
create index scim_tokens_created_by on scim_tokens (created_by);
create index site_share_links_created_by on site_share_links (created_by);
