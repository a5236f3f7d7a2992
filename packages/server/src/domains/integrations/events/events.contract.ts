import Type from 'typebox';
import { Empty, List, OneOf, pagedQuery, Timestamp } from '../../../kernel/contract/common-schemas.ts';
import { operation } from '../../../kernel/contract/operation.ts';
import { onIntegration } from '../integrations.contract.ts';

const IntegrationEvent = Type.Object({
  id: Type.String(),
  integrationId: Type.String(),
  installationId: Type.Optional(Type.String()),
  createdAt: Timestamp,
  payload: Type.Object(
    { eventId: Type.String(), type: Type.String() },
    { additionalProperties: true, description: 'The event as the script received it' },
  ),
  status: OneOf(['success', 'failed']),
  replayable: Type.Boolean({
    description: 'Whether the log keeps all of the event, so that it can be sent again',
  }),
});

const EventTrace = Type.Object({
  logs: Type.Array(
    Type.Object({
      message: Type.String(),
      timestamp: Timestamp,
      level: OneOf(['debug', 'info', 'warn', 'error']),
    }),
  ),
});

const TASK_LIMIT = 256 * 1024;
const DAY = 86_400;

/** The event log of integrations, and their tasks. */
export const eventsContract = {
  listIntegrationEvents: operation({
    method: 'GET',
    path: '/integrations/{integrationName}/events',
    summary: 'List the events of an integration with their status, newest first',
    permission: onIntegration('admin'),
    query: pagedQuery(),
    responses: { 200: List(IntegrationEvent) },
  }),
  getIntegrationEvent: operation({
    method: 'GET',
    path: '/integrations/{integrationName}/events/{eventId}',
    summary: 'Get an event of an integration, with the log of its script',
    permission: onIntegration('admin'),
    responses: { 200: Type.Object({ event: IntegrationEvent, trace: EventTrace }) },
  }),
  replayIntegrationEvent: operation({
    method: 'POST',
    path: '/integrations/{integrationName}/events/{eventId}/replay',
    summary: 'Send an event to an integration again, as a new event, and wait for its script',
    permission: onIntegration('admin'),
    responses: { 201: Type.Object({ event: IntegrationEvent, trace: EventTrace }) },
  }),
  queueIntegrationTask: operation({
    method: 'POST',
    path: '/integrations/{integrationName}/tasks',
    summary: 'Queue a task, which the integration receives as an event',
    permission: onIntegration('queueTask'),
    bodyLimit: TASK_LIMIT,
    body: Type.Object({
      task: Type.Object({}, { additionalProperties: true, description: 'Passed to the script unchanged' }),
      schedule: Type.Optional(
        Type.Number({
          minimum: 0,
          maximum: DAY,
          description: 'Delay in seconds; 0 by default',
        }),
      ),
    }),
    responses: { 204: Empty },
  }),
};
