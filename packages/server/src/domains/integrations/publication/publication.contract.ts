import { Empty } from '../../../kernel/contract/common-schemas.ts';
import { operation } from '../../../kernel/contract/operation.ts';
import { Integration, PublishedIntegration } from '../integration-schemas.ts';
import { onIntegration } from '../integrations.contract.ts';

// Scripts, icons and previews; known integrations have up to 1.2 MB.
const BODY_LIMIT = 8 * 1024 * 1024;

/** Operations to publish and unpublish integrations. */
export const publicationContract = {
  publishIntegration: operation({
    method: 'POST',
    path: '/integrations/{integrationName}',
    summary: 'Publish an integration, or its next version',
    permission: 'authenticated',
    scope: 'integration',
    bodyLimit: BODY_LIMIT,
    body: PublishedIntegration,
    responses: { 200: Integration },
  }),
  unpublishIntegration: operation({
    method: 'DELETE',
    path: '/integrations/{integrationName}',
    summary: 'Unpublish an integration, and uninstall it everywhere',
    permission: onIntegration('admin'),
    responses: { 204: Empty },
  }),
};
