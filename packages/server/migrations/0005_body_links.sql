-- What bodies refer to, as one version of the program reads them: found once, so that who links where needs no parsing.
create table body_links (
  organization_id text collate "C" not null,
  body text collate "C" not null,
  version integer not null,
  -- The references in reading order, as JSON.
  links text not null,
  -- The pages, files and reusable contents among them.
  targets text[] not null,
  primary key (organization_id, body, version),
  foreign key (organization_id, body) references bodies on delete cascade
);
