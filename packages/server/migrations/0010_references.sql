-- What can be linked to inside a body; null where a body brings in content from elsewhere, whose anchors are not its own.
-- All of this is read from bodies again as somebody asks for it.
truncate body_links;
alter table body_links add column anchors text[];

-- References from one space into another: where they stand, so that a page can say which spaces lead to it.
create table space_references (
  organization_id text collate "C" not null,
  space_id text collate "C" not null,
  -- The page or reusable content, as the key of the space's snapshot.
  place text collate "C" not null,
  to_space_id text collate "C" not null,
  target text collate "C" not null,
  primary key (organization_id, space_id, place, to_space_id, target),
  foreign key (organization_id, space_id) references contents on delete cascade on update cascade
);
create index space_references_target on space_references (organization_id, to_space_id, target);
