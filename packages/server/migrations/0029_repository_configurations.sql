-- How the repository that a space came from is laid out: whoever takes the content along finds it so again.
create table repository_configurations (
  organization_id text collate "C" not null,
  space_id text collate "C" not null,
  layout jsonb not null,
  -- Former paths that its configuration lists.
  redirects text[] not null,
  -- The configuration as somebody wrote it.
  source text,
  primary key (organization_id, space_id),
  foreign key (organization_id, space_id) references contents on delete cascade on update cascade
);
-- Known so far of those that are kept in step with git.
insert into repository_configurations (organization_id, space_id, layout, redirects)
  select organization_id, space_id, layout, redirects from git_syncs;
