import { randomUUID } from 'node:crypto';
import { install, PIXEL, publish } from '../testing/published-integrations.ts';
import { createOverHttp, type FixtureDefinition } from './fixture-definition.ts';

/** Fixtures of integrations and webhooks. */
export const INTEGRATION_FIXTURES = {
  integrationName: {
    make: (_, { organization }) => {
      // A unique image.
      const icon = Buffer.concat([Buffer.from(PIXEL, 'base64'), Buffer.from(randomUUID())]);
      return publish(organization, {
        icon: icon.toString('base64'),
        blocks: [{ id: 'counter', title: 'Counter' }],
        contentSources: [{ id: 'pages', title: 'Pages', configuration: { componentId: 'settings' } }],
        script: 'export default { fetch: () => Response.json({ type: "complete", document: {} }) }',
      });
    },
  },
  assetName: {
    needs: ['integrationName'],
    make: async (_, { organization }, { integrationName }) =>
      (await organization.admin.call('GET', `/integrations/${integrationName}`)).body.urls.icon
        .split('/')
        .at(-1),
  },
  installationId: {
    needs: ['integrationName'],
    make: async (_, { organization }, { integrationName }) => {
      const { id, at } = await install(organization, integrationName!);
      await organization.admin.call('PATCH', at, { space_selection: 'all', site_selection: 'all' });
      return id;
    },
  },
  eventId: {
    needs: ['integrationName'],
    make: async ({ app: { kernel, services } }, _, { integrationName }) => {
      const { integration } = (await services.scriptEnvironments.integrationRecipient(integrationName!))!;
      const id = kernel.newId();
      await kernel.db
        .insertInto('integration_events')
        .values({
          organization_id: integration.organization_id,
          integration_id: integration.id,
          id,
          type: 'task',
          payload: JSON.stringify({ type: 'task', task: {}, eventId: id }),
          status: 'success',
          is_complete: true,
          created_at: kernel.clock.now(),
        })
        .execute();
      return id;
    },
  },
  endpoint: {
    needs: ['integrationName', 'installationId'],
    make: async (_, __, { installationId }) => `installations/${installationId}`,
  },
  webhookId: {
    make: async (server, { organization: { admin, id } }) => {
      // The number of webhooks is limited: removes old ones, except those of concurrent cases.
      await server.app.kernel.db
        .deleteFrom('webhooks')
        .where('organization_id', '=', id)
        .where('id', 'not in', (eb) =>
          eb
            .selectFrom('webhooks')
            .select('id')
            .where('organization_id', '=', id)
            .orderBy('created_at', 'desc')
            .limit(20),
        )
        .execute();
      return createOverHttp(admin, 'POST', `/orgs/${id}/webhooks`, {
        url: 'https://hooks.example.com/',
        events: ['*'],
      });
    },
  },
  deliveryId: {
    needs: ['webhookId'],
    make: async (server, { organization: { admin, id } }, { webhookId }) => {
      const delivery = await createOverHttp(admin, 'POST', `/orgs/${id}/webhooks/${webhookId}/ping`, {});
      // No worker sends it.
      await server.app.kernel.db
        .updateTable('webhook_deliveries')
        .set({ status: 'failed', due_at: null })
        .where('id', '=', delivery)
        .execute();
      return delivery;
    },
  },
} satisfies Record<string, FixtureDefinition>;
