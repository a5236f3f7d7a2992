import { domain } from '../../kernel/contract/domain.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { OrganizationsService } from '../organizations/index.ts';
import { deliveriesContract } from './deliveries/deliveries.contract.ts';
import { deliveriesHandlers } from './deliveries/deliveries.handlers.ts';
import { createDeliveriesService } from './deliveries/deliveries.service.ts';
import { createSenderService } from './deliveries/sender.service.ts';
import { webhooksContract } from './webhooks.contract.ts';
import { webhooksHandlers } from './webhooks.handlers.ts';
import { webhooksJobs } from './webhooks.jobs.ts';
import { createWebhooksService } from './webhooks.service.ts';

export { summarizeCreatedWebhooks } from './created-webhooks.store.ts';

/** Webhooks: URLs that receive events of an organization. */
export const createWebhooks = (kernel: Kernel, more: { organizations: OrganizationsService }) => {
  const service = createWebhooksService({ ...kernel, ...more });
  const deliveries = createDeliveriesService(kernel);
  const sender = createSenderService(kernel);
  return {
    service,
    deliveries,
    sender,
    domain: domain({
      name: 'webhooks',
      contract: { ...webhooksContract, ...deliveriesContract },
      handlers: {
        ...webhooksHandlers(service, kernel),
        ...deliveriesHandlers(deliveries, kernel.links),
      },
      subjects: {
        webhook: ({ userId }, params) => service.find(userId, params.organizationId!, params.webhookId!),
        'webhook delivery': async ({ userId }, params) => {
          const webhook = await service.find(userId, params.organizationId!, params.webhookId!);
          return webhook && deliveries.find(webhook, params.deliveryId!);
        },
      },
      jobs: webhooksJobs(deliveries, sender),
    }),
  };
};
