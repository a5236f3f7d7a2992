-- Whether a page has more different words than its vector can hold; its sections have them all.
alter table search_pages add column is_partial boolean not null default false;
create index search_pages_partial on search_pages (organization_id, space_id) where is_partial;

-- Spaces with pages that were indexed in part are indexed again.
update search_states state set root = '' where exists (
  select from search_sections section
  where section.organization_id = state.organization_id and section.space_id = state.space_id
  group by section.page_id having sum(length(section.body)) > 190000
);
