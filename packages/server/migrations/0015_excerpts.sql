-- What comments and replies begin with, as plain text; without one they are read anew.

alter table comments add column excerpt text;
alter table comment_replies add column excerpt text;
