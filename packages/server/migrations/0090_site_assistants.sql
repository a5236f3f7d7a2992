-- MCP servers whose tools the assistant of a site calls. The values of their headers are secrets: encrypted, as JSON.
create table site_mcp_servers (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  site_id text collate "C" not null,
  name text not null,
  url text not null,
  header_names text[] not null,
  header_values text not null,
  created_at timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, site_id) references sites on delete cascade
);
create index site_mcp_servers_of on site_mcp_servers (organization_id, site_id, id);

-- Responses of the assistant, kept for a while: to be resumed, and as the beginning of the next ones.
create table site_ai_responses (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  site_id text collate "C" not null,
  -- Who may resume it: a member, or the audience of a visitor.
  asker text collate "C" not null,
  -- JSON, with all questions of the conversation.
  questions text not null,
  -- One line of JSON for each event.
  events text not null,
  -- The pages that it was made from, each as the ids of space and page.
  pages text[] collate "C" not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  expires_at timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, site_id) references sites on delete cascade
);
create index site_ai_responses_of on site_ai_responses (organization_id, site_id);
create index site_ai_responses_expired on site_ai_responses (expires_at);
