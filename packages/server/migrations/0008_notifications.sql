-- What people are told, and of what kinds they do not want to be.

create table notifications (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  user_id text collate "C" not null references users on delete cascade,
  event_id uuid not null,
  kind text not null,
  actor_id text collate "C" not null,
  space_id text collate "C" not null,
  change_request_id text collate "C",
  review_id text collate "C",
  comment_id text collate "C",
  reply_id text collate "C",
  page_id text collate "C",
  verdict text,
  -- What was said, as it was when people were told of it.
  excerpt text not null,
  -- Whether it is to be seen in the app, or was for the mail alone.
  in_app boolean not null,
  -- `sending` is written before the mail server is spoken to: what is found in that state is not sent again.
  mail text not null check (mail in ('none', 'due', 'sending', 'sent', 'refused', 'unknown', 'dropped')),
  created_at timestamptz not null,
  read_at timestamptz,
  primary key (organization_id, id),
  foreign key (organization_id, space_id) references contents on delete cascade on update cascade
);
-- Each person is told once of what happened, however often the job that tells them runs.
create unique index notifications_once on notifications (organization_id, event_id, user_id);
create index notifications_user on notifications (user_id, id);
create index notifications_unread on notifications (user_id, id) where in_app and read_at is null;
create index notifications_space on notifications (organization_id, space_id);
create index notifications_comment on notifications (organization_id, comment_id) where comment_id is not null;
create index notifications_read on notifications (read_at) where read_at is not null;
create index notifications_mailed on notifications (created_at) where not in_app;

-- Everything is on that is not listed here.
create table notification_mutes (
  user_id text collate "C" not null references users on delete cascade,
  kind text not null,
  channel text not null check (channel in ('app', 'email')),
  primary key (user_id, kind, channel)
);
