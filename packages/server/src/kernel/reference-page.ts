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
    // These hand the document to the library's maker.
    showDeveloperTools: 'never',
    agent: { disabled: true },
    mcp: { disabled: true },
  },
} as const;

// The library is 4 MB of JavaScript, and most servers never show the page: its first reader loads it.
const loadPage = async (): Promise<FastifyInstance> => {
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  const page = fastify();
  await page.register(scalar, OPTIONS);
  return page;
};

/** The reference of the API as a page, which is a library's own. */
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
