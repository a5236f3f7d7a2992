-- What people are told of words goes with the words, and shows them as they are now.

update comments set excerpt = told.excerpt
from (select distinct on (organization_id, comment_id) organization_id, comment_id, excerpt from notifications
      where comment_id is not null and reply_id is null order by organization_id, comment_id, id desc) told
where comments.organization_id = told.organization_id and comments.id = told.comment_id;
update comment_replies set excerpt = told.excerpt
from (select distinct on (organization_id, reply_id) organization_id, reply_id, excerpt from notifications
      where reply_id is not null order by organization_id, reply_id, id desc) told
where comment_replies.organization_id = told.organization_id and comment_replies.id = told.reply_id;

-- A verdict stands without its words, which are found by the review.
update notifications set comment_id = null where verdict is not null;
delete from notifications told where
  (comment_id is not null and not exists (
    select 1 from comments c where c.organization_id = told.organization_id and c.id = told.comment_id))
  or (reply_id is not null and not exists (
    select 1 from comment_replies r where r.organization_id = told.organization_id and r.id = told.reply_id));
delete from notifications told using notifications earlier
where told.kind = 'mention' and earlier.kind = 'mention' and told.organization_id = earlier.organization_id
  and told.user_id = earlier.user_id and told.comment_id = earlier.comment_id
  and told.reply_id is not distinct from earlier.reply_id and told.id > earlier.id;

alter table notifications
  drop column excerpt,
  -- Deferred: a space that goes to another organization takes both along, one after the other.
  add foreign key (organization_id, comment_id) references comments
    on delete cascade on update cascade deferrable initially deferred,
  add foreign key (organization_id, reply_id) references comment_replies
    on delete cascade on update cascade deferrable initially deferred;
create index notifications_reply on notifications (organization_id, reply_id) where reply_id is not null;
-- Of a mention, each person is told once, however often it is taken out and put in again.
create unique index notifications_mentioned
  on notifications (organization_id, user_id, comment_id, coalesce(reply_id, '')) where kind = 'mention';

-- Who wrote in a space.
create index revisions_writers on revisions (organization_id, space_id, created_by) where change_request_id is null;
