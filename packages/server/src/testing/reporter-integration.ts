import { vi } from 'vitest';
import { bundleIntegration } from './integration-scripts.ts';
import { install, publish } from './published-integrations.ts';
import type { TestOrganization, TestServer } from './server.ts';
import type { Receiver } from './webhook-receiver.ts';

/** An entry of the event log of an integration. */
export interface RecordedEvent {
  readonly id: string;
  readonly status: 'success' | 'failed';
  readonly replayable: boolean;
  readonly installationId?: string;
  // biome-ignore lint/suspicious/noExplicitAny: events are of many shapes, which tests look into
  readonly payload: any;
}

let script: Promise<string> | undefined;
const reporterScript = () => {
  script ??= bundleIntegration('reporter');
  return script;
};

/** Publishes an integration that reports its events to a receiver. */
export const publishReporter = async (
  org: Pick<TestOrganization, 'id' | 'admin'>,
  receiver: Pick<Receiver, 'url'>,
  more: object = {},
): Promise<string> =>
  publish(org, { script: await reporterScript(), secrets: { RECEIVER: `${receiver.url}/` }, ...more });

/** Installs an integration for all spaces of an organization. */
export const installEverywhere = async (org: Pick<TestOrganization, 'id' | 'admin'>, name: string) => {
  const { id, at } = await install(org, name);
  await org.admin.call('PATCH', at, { space_selection: 'all' });
  return { id, at };
};

/** The event log of an integration, newest first. */
export const eventsOf = async (
  org: Pick<TestOrganization, 'admin'>,
  name: string,
): Promise<readonly RecordedEvent[]> =>
  (await org.admin.call('GET', `/integrations/${name}/events`)).body.items;

/** The log lines of an event, without those of the integration library. */
export const traceOf = async (
  org: Pick<TestOrganization, 'admin'>,
  name: string,
  id: string,
): Promise<readonly { level: string; message: string }[]> => {
  const { body } = await org.admin.call('GET', `/integrations/${name}/events/${id}`);
  return body.trace.logs.filter(({ message }: { message: string }) => !message.startsWith('[integrations]'));
};

/** The pending events of an integration. */
export const queueOf = (server: Pick<TestServer, 'app'>, name: string) =>
  server.app.kernel.db
    .selectFrom('integration_events as e')
    .innerJoin('integrations as g', (join) =>
      join.onRef('g.organization_id', '=', 'e.organization_id').onRef('g.id', '=', 'e.integration_id'),
    )
    .selectAll('e')
    .where('g.name', '=', name)
    .where('e.status', '=', 'pending')
    .orderBy('e.id')
    .execute();

/** Delivers the due events of an integration now. */
export const deliverNow = async (server: Pick<TestServer, 'app'>, name: string): Promise<void> => {
  const { integration } = (await server.app.services.scriptEnvironments.integrationRecipient(name))!;
  await server.app.services.eventDelivery.run({
    organization_id: integration.organization_id,
    integration_id: integration.id,
  });
};

/** Waits until a check passes. */
export const until = <T>(check: () => T | Promise<T>, timeout = 20_000): Promise<T> =>
  vi.waitFor(check, { timeout, interval: 50 });
