import type { Answer, TestOrganization } from './server.ts';

/** A small OpenAPI document. */
export const petsApi = (version = '1.0.0', more: object = {}) => ({
  openapi: '3.1.0',
  info: { title: 'Pets', version, description: 'All about **pets**.' },
  servers: [{ url: 'https://api.pets.test' }],
  tags: [{ name: 'pets', description: 'Everything with paws' }],
  paths: {
    '/pets': {
      get: {
        tags: ['pets'],
        summary: `List pets ${version}`,
        responses: {
          200: {
            description: 'All pets',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } },
          },
        },
      },
    },
  },
  components: { schemas: { Pet: { type: 'object', properties: { name: { type: 'string' } } } } },
  ...more,
});

/** Uploads a specification and waits until it is processed. */
export const putSpec = async (
  org: TestOrganization,
  slug: string,
  source: { url: string } | { text: string },
): Promise<Answer> => {
  const at = `/orgs/${org.id}/openapi/${slug}`;
  await org.admin.call('PUT', at, { source });
  return waitForSpec(org, slug);
};

/** Waits until a specification is processed. */
export const waitForSpec = async (org: TestOrganization, slug: string): Promise<Answer> => {
  const deadline = Date.now() + 240_000;
  while (Date.now() < deadline) {
    const answer = await org.admin.call('GET', `/orgs/${org.id}/openapi/${slug}`);
    if (answer.body.processingState === 'complete') return answer;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${slug} is still being processed`);
};
