-- Change requests: what they hold, who reviewed them, and who was asked to.

alter table change_requests
  add column subject text not null default '',
  -- A document.
  add column description jsonb,
  add column updated_at timestamptz not null default now(),
  -- What it is at, what it began at, what it last took in of the space, and what came of merging it.
  add column revision_id text collate "C" not null default '',
  add column revision_initial text collate "C" not null default '',
  add column revision_merged_ancestor text collate "C",
  add column revision_merged text collate "C",
  add column cluster_id text collate "C";
create index change_requests_by_age on change_requests (organization_id, status, id);

create index revisions_change_request on revisions (organization_id, change_request_id)
  where change_request_id is not null;
create index comments_change_request on comments (organization_id, change_request_id)
  where change_request_id is not null;

create table change_request_reviews (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  change_request_id text collate "C" not null,
  revision_id text collate "C" not null,
  reviewer_id text collate "C" not null,
  requested_by text collate "C",
  status text not null,
  outdated boolean not null default false,
  -- What the reviewer wrote, as Markdown.
  comment_id text collate "C",
  comment text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, change_request_id) references change_requests on delete cascade on update cascade
);
create index change_request_reviews_of on change_request_reviews (organization_id, change_request_id, id);

create table change_request_reviewers (
  organization_id text collate "C" not null,
  change_request_id text collate "C" not null,
  user_id text collate "C" not null,
  revision_id text collate "C" not null,
  requested_by text collate "C" not null,
  created_at timestamptz not null,
  primary key (organization_id, change_request_id, user_id),
  foreign key (organization_id, change_request_id) references change_requests on delete cascade on update cascade
);
create index change_request_reviewers_user on change_request_reviewers (organization_id, user_id);
