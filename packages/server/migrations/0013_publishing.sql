-- Every process knows which hostnames sites have for themselves, and hears when that changes.
create function tell_of_hostnames() returns trigger language plpgsql as $$
begin
  perform pg_notify('lectern', 'site-hostnames changed');
  return null;
end
$$;
create trigger sites_hostname_changed after update of hostname on sites
  for each row when (old.hostname is distinct from new.hostname) execute function tell_of_hostnames();
create trigger sites_hostname_given after insert on sites
  for each row when (new.hostname is not null) execute function tell_of_hostnames();
create trigger sites_hostname_gone after delete on sites
  for each row when (old.hostname is not null) execute function tell_of_hostnames();
