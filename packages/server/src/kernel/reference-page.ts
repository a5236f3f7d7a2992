import { type FastifyInstance, fastify } from 'fastify';

const PATH = '/docs/api';

const OPTIONS = {
  routePrefix: PATH,
  configuration: {
    url: '/openapi.json',
    pageTitle: 'Lectern API',
    withDefaultFonts: false,
    hideClientButton: true,
    telemetry: false,
    favicon: 'data:,',
    // These send the document to the vendor of the library.
    showDeveloperTools: 'never',
    agent: { disabled: true },
    mcp: { disabled: true },
  },
} as const;

// 4 MB of JavaScript that most servers never need: loaded on first use.
const loadPage = async (): Promise<FastifyInstance> => {
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  const page = fastify();
  await page.register(scalar, OPTIONS);
  return page;
};

/** Serves the API reference at /docs/api with the page of a library. */
export const serveReferencePage = (http: FastifyInstance): void => {
  let page: Promise<FastifyInstance> | undefined;
  for (const url of [PATH, `${PATH}/*`])
    http.get(url, async (request, reply) => {
      page ??= loadPage();
      const { statusCode, headers, rawPayload } = await (await page).inject({ url: request.url });
      for (const name of ['content-type', 'location']) {
        const value = headers[name];
        if (value !== undefined) reply.header(name, value);
      }
      return reply.code(statusCode).send(rawPayload);
    });
};
