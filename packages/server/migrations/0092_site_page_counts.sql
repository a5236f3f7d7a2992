-- Events of a page by day, type and one further dimension. There are many pages with few values each, so that the values
-- of a page are one row: `names` and the counts of each in the same order.
create table site_page_counts (
  organization_id text collate "C" not null,
  site_id text collate "C" not null,
  starts_at timestamptz not null,
  page text collate "C" not null,
  dimension text collate "C" not null,
  type text collate "C" not null,
  site_section_id text collate "C",
  site_space_id text collate "C",
  names text[] collate "C" not null,
  events integer[] not null,
  sessions integer[] not null,
  visitors integer[] not null
);
create index site_page_counts_by_page
  on site_page_counts (organization_id, site_id, page, dimension, type, starts_at);
create index site_page_counts_by_start on site_page_counts (starts_at);

-- For visitors who came both before and after the last count of a day.
create index site_events_by_visitor on site_events (site_id, visitor);

-- As an ISO 3166 code, where the server has a database of addresses.
alter table site_events add column country text collate "C";

-- More dimensions are counted than before: the days whose events are kept are counted anew.
delete from site_event_progress;
