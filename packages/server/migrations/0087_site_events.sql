-- What visitors of sites do, in a partition for each day (`site_events_20261119`). The server creates partitions and
-- drops old ones. There is no foreign key, since a batch holds events of many sites.
create table site_events (
  organization_id text collate "C" not null,
  site_id text collate "C" not null,
  happened_at timestamptz not null,
  type text collate "C" not null,
  -- Hashes with a key of the day, so that the visits of a person on two days cannot be joined.
  visitor bigint not null,
  session bigint not null,
  site_section_id text collate "C",
  site_space_id text collate "C",
  share_key text collate "C",
  display_context text collate "C" not null,
  space_id text collate "C",
  page_id text collate "C",
  -- Without query and fragment.
  url text collate "C" not null,
  device text collate "C" not null,
  browser text collate "C" not null,
  os text collate "C" not null,
  language text collate "C",
  referrer text collate "C" not null,
  referrer_domain text collate "C" not null,
  utm_source text collate "C",
  utm_medium text collate "C",
  utm_campaign text collate "C",
  utm_term text collate "C",
  utm_content text collate "C",
  claims jsonb not null,
  query text collate "C",
  rating text collate "C",
  comment text collate "C",
  answer_rating smallint,
  link_target jsonb,
  link_kind text collate "C",
  link_domain text collate "C",
  link_position text collate "C",
  operation_path text collate "C",
  operation_method text collate "C",
  ad_domain text collate "C",
  placement text collate "C"
) partition by range (happened_at);
create index site_events_by_time on site_events (organization_id, site_id, happened_at);

-- Events by hour or day, type, place and one value of one dimension, such as the page. Visitors cannot be added up over
-- types and places, so there is also a row for all types (''), and one for each level: 0 the whole site, 1 its sections,
-- 2 its spaces.
create table site_event_counts (
  organization_id text collate "C" not null,
  site_id text collate "C" not null,
  grain text collate "C" not null check (grain in ('hour', 'day')),
  starts_at timestamptz not null,
  dimension text collate "C" not null,
  level smallint not null,
  type text collate "C" not null,
  site_section_id text collate "C",
  site_space_id text collate "C",
  value text collate "C",
  events integer not null,
  sessions integer not null,
  visitors integer not null,
  bad integer not null,
  ok integer not null,
  good integer not null,
  helpful integer not null,
  unhelpful integer not null
);
create index site_event_counts_by_start
  on site_event_counts (organization_id, site_id, grain, dimension, level, type, starts_at);
-- For the removal of old ones.
create index site_event_counts_by_age on site_event_counts using brin (starts_at);

-- Until when events are counted.
create table site_event_progress (
  grain text collate "C" primary key check (grain in ('hour', 'day')),
  ends_at timestamptz not null
);
