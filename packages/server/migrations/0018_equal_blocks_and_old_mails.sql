-- Which of several equal blocks a comment stands on is told by what is around it; and mails that got too old.

alter table comments
  -- The blocks after its own, nearest first.
  add column blocks_after text[] collate "C" not null default '{}',
  -- How many blocks of the page said the same as its own, itself included.
  add column blocks_alike integer not null default 1;

alter table notifications
  drop constraint notifications_mail_check,
  -- `expired`: nobody took it for so long that it is no news any more.
  add constraint notifications_mail_check
    check (mail in ('none', 'due', 'sending', 'sent', 'refused', 'unknown', 'dropped', 'expired'));
create index notifications_unsent on notifications (created_at) where mail = 'due';
