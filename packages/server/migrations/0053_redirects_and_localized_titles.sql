-- Redirects to URLs outside of the site, and from all paths with a prefix (`/old/*`).
alter table site_redirects
  add column url text,
  add column capture_wildcard boolean not null default false,
  add column permanent boolean not null default false,
  add column updated_at timestamptz,
  drop constraint site_redirects_check,
  add constraint site_redirects_check check (num_nonnulls(site_section_id, site_space_id, url) = 1);

-- Titles and descriptions by language.
alter table site_sections add column localized_title jsonb, add column localized_description jsonb;
alter table site_section_groups add column localized_title jsonb;
