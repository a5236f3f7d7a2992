-- Hosts that the owners of a site add to its content security policy, for scripts of integrations.
alter table sites add column policy_hosts text[] not null default '{}';
