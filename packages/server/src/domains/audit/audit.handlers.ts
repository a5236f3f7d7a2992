import type { Static } from 'typebox';
import type { Handlers } from '../../kernel/contract/operation.ts';
import { listOf } from '../../kernel/contract/paging.ts';
import type { Database } from '../../kernel/database/database.ts';
import { notFound } from '../../kernel/errors/errors.ts';
import { type EventRow, findEvent, listEventActions, listEvents } from '../../kernel/events/events.ts';
import type { Links } from '../../kernel/links.ts';
import type { auditContract } from './audit.contract.ts';

type AuditEvent = Static<
  (typeof auditContract)['listOrganizationAuditEvents']['responses'][200]
>['items'][number];

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const toAuditEvent = (links: Links, row: EventRow) =>
  ({
    object: 'audit-event',
    id: row.id,
    occurredAt: row.occurred_at.toISOString(),
    action: row.action,
    actor: { type: row.actor_type, id: row.actor_id, ...(row.actor_label && { label: row.actor_label }) },
    source: row.source,
    target: {
      type: row.target_type,
      id: row.target_id,
      ...(row.target_label && { label: row.target_label }),
    },
    urls: { location: links.apiUrl(`/orgs/${row.organization_id}/audit-events/${row.id}`) },
  }) as AuditEvent;

const toDetails = (links: Links, row: EventRow) => ({
  ...toAuditEvent(links, row),
  ...(row.request_id && { executionId: row.request_id }),
  schemaVersion: 1,
  payload: { ...(row.payload as Record<string, unknown>), ...(row.address && { address: row.address }) },
});

// The label of "space.access-changed" is "Space access changed".
const labelOf = (action: string) => action.charAt(0).toUpperCase() + action.slice(1).replaceAll(/[.-]/g, ' ');

const timeOf = (text: string | undefined) => (text === undefined ? undefined : new Date(text));

/** Handlers of the audit log, which reads the kernel's event table. */
export const auditHandlers = (db: Database, links: Links): Handlers<typeof auditContract> => ({
  listOrganizationAuditEvents: async ({ subject, query, page }) =>
    listOf(
      page,
      await listEvents(db, subject.id, { ...query, from: timeOf(query.from), to: timeOf(query.to) }, page),
      (row) => [row.id],
      (row) => (query.details ? toDetails(links, row) : toAuditEvent(links, row)),
    ),
  getOrganizationAuditEvent: async ({ subject, params }) => {
    const row = UUID.test(params.auditEventId)
      ? await findEvent(db, subject.id, params.auditEventId)
      : undefined;
    if (!row) throw notFound('audit event');
    return toDetails(links, row);
  },
  listOrganizationAuditEventActions: async ({ subject }) => ({
    items: (await listEventActions(db, subject.id)).map((id) => ({
      object: 'audit-event-action',
      id,
      label: labelOf(id),
    })),
  }),
});
