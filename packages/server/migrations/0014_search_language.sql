-- In which language the index of a space was made: another one than the space's means that it is being made anew.
alter table search_states add column language text;
update search_states s set language = spaces.language from spaces
where spaces.organization_id = s.organization_id and spaces.id = s.space_id;
