import Type from 'typebox';
import { List, OneOf, pagedQuery, Timestamp, Url } from '../../kernel/contract/common-schemas.ts';
import { operation } from '../../kernel/contract/operation.ts';
import { inOrganization } from '../organizations/index.ts';

const AuditEvent = Type.Object({
  object: Type.Literal('audit-event'),
  id: Type.String({ format: 'uuid' }),
  occurredAt: Timestamp,
  action: Type.String(),
  actor: Type.Object({
    type: OneOf(['user', 'integration', 'installation', 'system', 'support']),
    id: Type.String(),
    label: Type.Optional(Type.String()),
  }),
  source: OneOf(['ui', 'api', 'integration', 'webhook', 'workflow', 'script', 'support']),
  target: Type.Object({ type: Type.String(), id: Type.String(), label: Type.Optional(Type.String()) }),
  urls: Type.Object({ location: Url }),
});

const details = {
  executionId: Type.Optional(Type.String({ description: 'The id of the request' })),
  schemaVersion: Type.Integer({ minimum: 1 }),
  payload: Type.Record(Type.String(), Type.Unknown()),
};
const AuditEventDetails = Type.Intersect([AuditEvent, Type.Object(details)]);
const ListedAuditEvent = Type.Intersect([AuditEvent, Type.Partial(Type.Object(details))]);

const AuditEventAction = Type.Object({
  object: Type.Literal('audit-event-action'),
  id: Type.String(),
  label: Type.String(),
});

/** The audit log: who did what, when and from where. */
export const auditContract = {
  listOrganizationAuditEvents: operation({
    method: 'GET',
    path: '/orgs/{organizationId}/audit-events',
    summary: 'List the audit events of an organization, newest first',
    permission: inOrganization('admin'),
    query: pagedQuery({
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
      from: Type.Optional(Timestamp),
      to: Type.Optional(Timestamp),
      action: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
      actor: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
      target: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
      details: Type.Optional(
        Type.Boolean({ description: 'Whether each event has its payload, as a single one has' }),
      ),
    }),
    responses: { 200: List(ListedAuditEvent) },
  }),
  getOrganizationAuditEvent: operation({
    method: 'GET',
    path: '/orgs/{organizationId}/audit-events/{auditEventId}',
    summary: 'Get an audit event with its details',
    permission: inOrganization('admin'),
    responses: { 200: AuditEventDetails },
  }),
  listOrganizationAuditEventActions: operation({
    method: 'GET',
    path: '/orgs/{organizationId}/audit-event-actions',
    summary: 'List the actions that occur in the audit log of an organization',
    permission: inOrganization('admin'),
    responses: { 200: Type.Object({ items: Type.Array(AuditEventAction) }) },
  }),
};
