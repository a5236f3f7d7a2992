import scalar from '@scalar/fastify-api-reference';
import type { FastifyInstance } from 'fastify';

/** The reference of the API as a page: the one that is a library's own, and brings its route along. */
export const serveReferencePage = async (http: FastifyInstance): Promise<void> => {
  await http.register(scalar, {
    routePrefix: '/docs/api',
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
  });
};
