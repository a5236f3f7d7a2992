-- Usual names for columns, tables and functions.

alter table sessions rename column way to method;
alter table sign_in_links rename column way to method;
alter table pdfs rename column wish to options;
alter table translations rename column goes_on_at to resumes_at;
alter table translations rename column made_with to settings_hash;
alter table comments rename column blocks_alike to equal_blocks;
alter table contents rename column governed to has_access_rules;
alter table integration_events rename column whole to full_payload;

alter table sign_in_letters rename to sign_in_emails;
alter index sign_in_letters_email rename to sign_in_emails_email;
alter index sign_in_letters_sent rename to sign_in_emails_sent;

alter function kept_out(text) rename to is_blocked_by_sso;
alter function tell_of_hostnames() rename to notify_hostname_changes;
alter function count_come_issues() rename to count_added_issues;
alter function count_gone_issues() rename to count_removed_issues;
alter function free_proved_account() rename to reset_sso_on_first_verification;
alter function rest_in_sites() rename to hide_trashed_space_in_sites;

alter function note_governed() rename to set_has_access_rules;
alter function pass_governed_on() rename to set_has_access_rules_below;
alter function without_own_say(contents) rename to without_personal_access;

-- The bodies of functions name columns and other functions as text.
-- Whether the content or one above it has ever had access rules. Without them, members have their own role. Never reset.
create or replace function set_has_access_rules() returns trigger language plpgsql as $$
begin
  if new.has_grants or not new.inherits then
    new.has_access_rules := true;
  elsif not new.has_access_rules and new.parent_id is not null then
    new.has_access_rules := coalesce(
      (select p.has_access_rules from contents p
        where p.organization_id = new.organization_id and p.id = new.parent_id), false);
  end if;
  return new;
end
$$;
create or replace function set_has_access_rules_below() returns trigger language plpgsql as $$
begin
  -- Transactions that add to the tree hold this lock too, so their content is visible here.
  perform pg_advisory_xact_lock(hashtextextended('tree:' || new.organization_id, 0));
  update contents set has_access_rules = true
  where organization_id = new.organization_id and ancestors @> array[new.id] and not has_access_rules;
  return null;
end
$$;
-- The number of spaces that each of these members can open.
create or replace function open_spaces(organization text, users text[])
returns table (user_id text, spaces bigint) language sql stable parallel safe as $$
  with kinds as materialized (
    select coalesce(c.parent_id, '') as place, c.inherits, c.default_role is null as closed, min(c.id) as sample_id, count(*) as spaces
    from contents c
    where c.organization_id = organization and c.kind = 'space' and c.deleted_at is null
    group by 1, 2, 3
  ),
  samples as materialized (
    select kinds.*,
      (select without_personal_access(c) from contents c where c.organization_id = organization and c.id = kinds.sample_id) as sample
    from kinds
  ),
  said as (
    select g.user_id, g.content_id, true as direct, g.role is not null as opens
    from user_grants g where g.organization_id = organization and g.user_id = any(users)
    union all
    select tm.user_id, tg.content_id, false, tg.role is not null
    from team_members tm
    join team_grants tg on tg.organization_id = tm.organization_id and tg.team_id = tm.team_id
    where tm.organization_id = organization and tm.user_id = any(users)
    union all
    select c.created_by, c.id, false, true
    from contents c where c.organization_id = organization and c.created_by = any(users)
  ),
  decided as (
    select said.user_id, said.content_id, coalesce(bool_or(opens) filter (where direct), bool_or(opens)) as opens
    from said group by 1, 2
  ),
  own as materialized (
    select d.user_id, coalesce(c.parent_id, '') as place, c.inherits, c.default_role is null as closed,
      count(*) as spaces, count(*) filter (where d.opens) as open
    from decided d
    join contents c on c.organization_id = organization and c.id = d.content_id
    where c.kind = 'space' and c.deleted_at is null
    group by 1, 2, 3, 4
  )
  select m.user_id, coalesce(sum(
    case
      when m.role = 'admin' then k.spaces
      when m.role is not null and not (k.sample).has_access_rules or effective_role(k.sample, m) is not null
        then k.spaces - coalesce(own.spaces, 0) + coalesce(own.open, 0)
      else coalesce(own.open, 0)
    end), 0)::bigint
  from members m
  left join samples k on true
  left join own on own.user_id = m.user_id and own.place = k.place and own.inherits = k.inherits and own.closed = k.closed
  where m.organization_id = organization and m.user_id = any(users) and not m.disabled
  group by m.user_id
$$;

-- Jobs wait in queues of pg-boss, which has its own schema; a new installation does not have it yet. Waiting and running
-- jobs move to the queue of their new name. The server creates the schedules of the new queues when it starts.
do $$
declare
  renamed record;
begin
  if to_regclass('pgboss.queue') is null then
    return;
  end if;
  -- Pending checks would prevent the removal of the former queues.
  set constraints all immediate;
  for renamed in
    select names.old_name, names.new_name, json_build_object(
        'policy', queue.policy, 'retryLimit', queue.retry_limit, 'retryDelay', queue.retry_delay,
        'retryBackoff', queue.retry_backoff, 'expireInSeconds', queue.expire_seconds,
        'retentionMinutes', queue.retention_minutes) as options
    from (values
      ('computed.ask-integrations', 'computed.build-integration-pages'),
      ('computed.happened', 'computed.enqueue-affected'),
      ('computed.make-pages', 'computed.build-pages'),
      ('content.fill-references', 'content.rebuild-references'),
      ('conversations.leftovers', 'conversations.process-missed'),
      ('imports.carry-out', 'imports.run'),
      ('imports.forget-uploads', 'imports.delete-expired-uploads'),
      ('integrations.announce', 'integrations.enqueue-deliveries'),
      ('integrations.tidy-tokens', 'integrations.delete-expired-tokens'),
      ('notifications.tell', 'notifications.dispatch'),
      ('pdfs.forget', 'pdfs.delete-unused'),
      ('pdfs.print', 'pdfs.render-long'),
      ('pdfs.print-short', 'pdfs.render-short'),
      ('revisions.plan-removal', 'revisions.schedule-garbage-collection'),
      ('revisions.remove-leftovers', 'revisions.collect-garbage'),
      ('search.catch-up', 'search.rebuild-outdated'),
      ('search.fill', 'search.rebuild'),
      ('search.follow-settings', 'search.rebuild-on-update'),
      ('sessions.forget', 'sessions.delete-expired'),
      ('sites.settle', 'sites.refresh-defaults'),
      ('spaces.plan-removal', 'spaces.schedule-removal'),
      ('sso.forget', 'sso.delete-expired'),
      ('webhooks.announce', 'webhooks.enqueue-deliveries')
    ) as names (old_name, new_name)
    join pgboss.queue on queue.name = names.old_name
  loop
    perform pgboss.create_queue(renamed.new_name, renamed.options);
    update pgboss.job set name = renamed.new_name where name = renamed.old_name;
    perform pgboss.delete_queue(renamed.old_name);
  end loop;
end
$$;
