-- Comments: what they say, what they stand on, what was replied, and how people reacted.

alter table comments
  -- What it says, as Markdown, and the document that one version of the program made of it; without one it is made anew.
  add column markdown text not null default '',
  add column document text,
  add column document_version integer,
  add column mentions text[] collate "C" not null default '{}',
  -- What it stands on, and the revision in which that was found.
  add column revision_id text collate "C" not null default '',
  add column page_id text collate "C",
  add column node_id text collate "C",
  add column cell_record text collate "C",
  add column cell_definition text collate "C",
  add column review_id text collate "C",
  -- The blocks before its own, nearest first, and how many there were: where it belongs when its own has gone.
  add column blocks_before text[] collate "C" not null default '{}',
  add column block_position integer not null default 0,
  add column edited_at timestamptz,
  add column resolved_at timestamptz,
  add column resolved_by text collate "C";

drop index comments_change_request;
create index comments_of_change_request on comments (organization_id, change_request_id, id)
  where change_request_id is not null;
create index comments_of_space on comments (organization_id, space_id, id) where change_request_id is null;
create unique index comments_of_review on comments (organization_id, review_id) where review_id is not null;

create table comment_replies (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  comment_id text collate "C" not null,
  markdown text not null,
  document text,
  document_version integer,
  mentions text[] collate "C" not null default '{}',
  created_by text collate "C" not null,
  created_at timestamptz not null,
  edited_at timestamptz,
  primary key (organization_id, id),
  foreign key (organization_id, comment_id) references comments on delete cascade on update cascade
);
create index comment_replies_of on comment_replies (organization_id, comment_id, id);

-- On a comment, or on one of its replies.
create table comment_reactions (
  organization_id text collate "C" not null,
  comment_id text collate "C" not null,
  reply_id text collate "C" not null default '',
  emoji text collate "C" not null,
  user_id text collate "C" not null,
  reacted_at timestamptz not null,
  primary key (organization_id, comment_id, reply_id, emoji, user_id),
  foreign key (organization_id, comment_id) references comments on delete cascade on update cascade
);

-- What reviewers wrote with a verdict is a comment like any other.
insert into comments
  (organization_id, id, space_id, change_request_id, review_id, revision_id, markdown, created_by, created_at)
select said.organization_id, said.comment_id, asked.space_id, asked.id, said.id, said.revision_id, said.comment,
  said.reviewer_id, said.created_at
from change_request_reviews said
join change_requests asked on asked.organization_id = said.organization_id and asked.id = said.change_request_id
where said.comment_id is not null;
alter table change_request_reviews drop column comment_id, drop column comment;
