-- Renderers select the element of a section by `#id`, and an identifier of CSS does not begin with a digit. The API
-- still accepts the previous ids.
alter table site_spaces
  drop constraint site_spaces_organization_id_section_id_fkey,
  add constraint site_spaces_organization_id_section_id_fkey foreign key (organization_id, section_id)
    references site_sections on update cascade on delete cascade;
alter table sites
  drop constraint sites_organization_id_default_section_id_fkey,
  add constraint sites_organization_id_default_section_id_fkey foreign key (organization_id, default_section_id)
    references site_sections on update cascade on delete set null (default_section_id);
alter table site_redirects
  drop constraint site_redirects_organization_id_site_section_id_fkey,
  add constraint site_redirects_organization_id_site_section_id_fkey foreign key (organization_id, site_section_id)
    references site_sections on update cascade on delete cascade;
alter table site_sections
  drop constraint site_sections_organization_id_group_id_fkey,
  add constraint site_sections_organization_id_group_id_fkey foreign key (organization_id, group_id)
    references site_section_groups on update cascade on delete set null (group_id);
alter table site_section_groups
  drop constraint site_section_groups_organization_id_parent_id_fkey,
  add constraint site_section_groups_organization_id_parent_id_fkey foreign key (organization_id, parent_id)
    references site_section_groups on update cascade on delete set null (parent_id);

update site_section_groups set id = 'A' || substr(id, 2) where id ~ '^0.{21}$';
update site_sections set id = 'A' || substr(id, 2) where id ~ '^0.{21}$';
