-- What new issues are compared with, so that a few of them cost what they are and not what all others are.

create table issue_cluster_centres (
  organization_id text collate "C" not null,
  cluster_id text collate "C" not null,
  -- How many of its issues are counted, and the sum of their vectors in floats of four bytes; made anew whenever clusters are put in order.
  count integer not null,
  sum bytea not null,
  primary key (organization_id, cluster_id),
  foreign key (organization_id, cluster_id) references issue_clusters on delete cascade
);

-- Where an issue came from is asked for with every list of clusters.
alter table issues add column source text collate "C";
update issues i set source = c.source from conversations c
  where c.organization_id = i.organization_id and c.id = i.conversation_id;
alter table issues alter column source set not null;
drop index issues_by_cluster;
create index issues_by_cluster on issues (organization_id, cluster_id, id) include (created_at, source);
