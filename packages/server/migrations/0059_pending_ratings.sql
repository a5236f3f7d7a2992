-- Ratings of pages that wait for a comment; each belongs to the job with its id.
create table pending_ratings (
  organization_id text collate "C" not null,
  site_id text collate "C" not null,
  -- Hash of the visitor and the page.
  visit text collate "C" not null,
  id text collate "C" not null,
  primary key (organization_id, site_id, visit),
  foreign key (organization_id, site_id) references sites on delete cascade
);
