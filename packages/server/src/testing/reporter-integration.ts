import { vi } from 'vitest';
import { bundleIntegration } from './integration-scripts.ts';
import { install, publish } from './published-integrations.ts';
import type { TestOrganization, TestServer } from './server.ts';
import type { Receiver } from './webhook-receiver.ts';

/** The event of a log that is meant, as far as tests look at it. */
export interface RecordedEvent {
  readonly id: string;
  readonly status: 'success' | 'failed';
  readonly installationId?: string;
  // biome-ignore lint/suspicious/noExplicitAny: events are of many shapes, which tests look into
  readonly payload: any;
}

let script: Promise<string> | undefined;
const reporterScript = () => {
  script ??= bundleIntegration('reporter');
  return script;
};

/** An integration that reports what it is told to a receiver. */
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

/** What became of the events of an integration, newest first. */
export const eventsOf = async (
  org: Pick<TestOrganization, 'admin'>,
  name: string,
): Promise<readonly RecordedEvent[]> =>
  (await org.admin.call('GET', `/integrations/${name}/events`)).body.items;

/** The lines of an event's trace, but for those of the library that integrations are written with. */
export const traceOf = async (
  org: Pick<TestOrganization, 'admin'>,
  name: string,
  id: string,
): Promise<readonly { level: string; message: string }[]> => {
  const { body } = await org.admin.call('GET', `/integrations/${name}/events/${id}`);
  return body.trace.logs.filter(({ message }: { message: string }) => !message.startsWith('[integrations]'));
};

/** What waits in the queue of an integration. */
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

/** Gives an integration now what is due by the server's clock. */
export const deliverNow = async (server: Pick<TestServer, 'app'>, name: string): Promise<void> => {
  const { integration } = (await server.app.services.scriptEnvironments.integrationRecipient(name))!;
  await server.app.services.eventDelivery.run({
    organization_id: integration.organization_id,
    integration_id: integration.id,
  });
};

/** Waits until something is so. */
export const until = <T>(check: () => T | Promise<T>, timeout = 20_000): Promise<T> =>
  vi.waitFor(check, { timeout, interval: 50 });
