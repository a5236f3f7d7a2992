-- What people asked elsewhere: conversations, the issues in them, and clusters of issues that are about the same.

create table conversations (
  organization_id text collate "C" not null references organizations on delete cascade,
  id text collate "C" not null,
  -- Where it came from, and what it is called there: sending it again replaces it.
  source text collate "C" not null,
  external_id text collate "C" not null,
  subject text,
  parts jsonb not null,
  metadata jsonb not null,
  created_at timestamptz not null,
  ingested_at timestamptz not null,
  -- Counts how often it was sent: what was read of an earlier one is not written.
  version integer not null default 1,
  processed_at timestamptz,
  primary key (organization_id, id),
  unique (organization_id, external_id, source)
);
create index conversations_by_source on conversations (organization_id, source, id);
create index conversations_to_process on conversations (organization_id, id) where processed_at is null;

create table issue_clusters (
  organization_id text collate "C" not null references organizations on delete cascade,
  id text collate "C" not null,
  label text not null,
  summary text not null,
  icon text not null,
  -- Counted again whenever issues come and go, so that lists can be ordered by them.
  issues integer not null default 0,
  conversations integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id)
);
create index issue_clusters_by_update on issue_clusters (organization_id, updated_at, id);
create index issue_clusters_by_issues on issue_clusters (organization_id, issues, id);
create index issue_clusters_by_conversations on issue_clusters (organization_id, conversations, id);

create table issues (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  conversation_id text collate "C" not null,
  cluster_id text collate "C" not null,
  title text not null,
  summary text not null,
  -- What it is about, in signed bytes.
  vector bytea not null,
  created_at timestamptz not null,
  ingested_at timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, conversation_id) references conversations on delete cascade,
  foreign key (organization_id, cluster_id) references issue_clusters
);
create index issues_by_conversation on issues (organization_id, conversation_id, id);
create index issues_by_cluster on issues (organization_id, cluster_id, id);
create index issues_by_age on issues (organization_id, created_at);

-- One row for each organization with conversations: who changes its clusters holds it.
create table issue_windows (
  organization_id text collate "C" primary key references organizations on delete cascade,
  -- Changes so far, and how many issues changed since the clusters were last put in order.
  version bigint not null default 0,
  pending integer not null default 0,
  consolidated_at timestamptz
);
