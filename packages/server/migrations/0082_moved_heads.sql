-- Whoever moves a head, all processes are told, for the people who have the space open.
create or replace function tell_live_documents() returns trigger language plpgsql as $$
begin
  perform pg_notify('lectern', 'live-head ' || case tg_table_name when 'spaces' then new.id || '/'
    else (to_jsonb(new) ->> 'space_id') || '/' || new.id end || ' ' || new.revision_id);
  return null;
end
$$;
