import { randomUUID } from 'node:crypto';
import { createOverHttp, type FixtureDefinition } from './fixture-definition.ts';

/** Fixtures of OpenAPI specifications. */
export const SPECIFICATION_FIXTURES = {
  specSlug: {
    make: async (server, { organization: { admin, id: organization_id } }) => {
      const { db, newId, clock } = server.app.kernel;
      const slug = `api-${randomUUID()}`;
      const at = `/orgs/${organization_id}/openapi/${slug}`;
      const spec = await createOverHttp(admin, 'PUT', at, { source: { text: '{}' } });
      await admin.call('PATCH', at, { visibility: 'public' });
      // No worker processes it.
      const version = { id: newId(), hash: 'none', content: '{"openapi":"3.1.0"}', created_at: clock.now() };
      await db
        .insertInto('openapi_versions')
        .values({ organization_id, spec_id: spec, ...version })
        .execute();
      await db
        .updateTable('openapi_specs')
        .set({ version_id: version.id, state: 'complete' })
        .where('id', '=', spec)
        .execute();
      return slug;
    },
  },
  versionId: {
    needs: ['specSlug'],
    make: async (_, { organization: { admin, id } }, { specSlug }) =>
      (await admin.call('GET', `/orgs/${id}/openapi/${specSlug}`)).body.lastVersion,
  },
} satisfies Record<string, FixtureDefinition>;
