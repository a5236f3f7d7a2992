import { assistantOf } from '../testing/ai-responses.ts';
import { createOverHttp, type FixtureDefinition } from './fixture-definition.ts';

/** Fixtures of the assistant of a site. */
export const ASSISTANT_FIXTURES = {
  siteMcpServerId: {
    needs: ['siteId'],
    make: (_, { organization }, { siteId }) =>
      createOverHttp(organization.admin, 'POST', `/orgs/${organization.id}/sites/${siteId}/mcp-servers`, {
        name: 'Orders',
        url: 'https://mcp.invalid/',
        headers: {},
      }),
  },
  responseId: {
    needs: ['siteId'],
    // Responses belong to who asked; those of strangers and guests to the administrator.
    make: async ({ url }, { organization, caller }, { siteId = '' }) => {
      const assistant = assistantOf(url, organization.id, siteId);
      const own = await assistant.respond(caller.token, 'What is in the guide?');
      return own.id || (await assistant.respond(organization.admin.token, 'What is in the guide?')).id;
    },
  },
} satisfies Record<string, FixtureDefinition>;
