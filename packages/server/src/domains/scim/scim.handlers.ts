import type { Handlers } from '../../kernel/contract/operation.ts';
import { SCIM_PREFIX } from '../../kernel/contract/scim.ts';
import { notFound } from '../../kernel/errors/errors.ts';
import type { Links } from '../../kernel/links.ts';
import { MAX_RESULTS, RESOURCES, SCHEMAS } from './protocol/schemas.ts';
import type { scimContract } from './scim.contract.ts';

/** The response of a list. */
export const toListResponse = <T>(resources: readonly T[], total = resources.length, startIndex = 1) => ({
  schemas: [SCHEMAS.list] as (typeof SCHEMAS.list)[],
  totalResults: total,
  startIndex,
  itemsPerPage: resources.length,
  Resources: [...resources],
});

/** The `meta` attribute of a resource. */
export const metaOf = (
  links: Links,
  path: string,
  { resourceType, ...row }: { resourceType: string; created_at: Date; modified_at: Date; version: string },
) => ({
  resourceType,
  created: row.created_at.toISOString(),
  lastModified: row.modified_at.toISOString(),
  location: links.fileUrl(SCIM_PREFIX + path),
  version: row.version,
});

/** Handlers of the discovery endpoints. */
export const scimHandlers = (links: Links): Handlers<typeof scimContract> => {
  const metaAt = (resourceType: string, path: string) => ({
    resourceType,
    location: links.fileUrl(SCIM_PREFIX + path),
  });
  const types = () =>
    RESOURCES.map(({ name, endpoint, schema, description }) => ({
      schemas: [SCHEMAS.resourceType] as (typeof SCHEMAS.resourceType)[],
      id: name,
      name,
      endpoint,
      description,
      schema,
      meta: metaAt('ResourceType', `/ResourceTypes/${name}`),
    }));
  const schemas = () =>
    RESOURCES.map(({ name, schema, description, attributes }) => ({
      schemas: [SCHEMAS.schema] as (typeof SCHEMAS.schema)[],
      id: schema,
      name,
      description,
      attributes,
      meta: metaAt('Schema', `/Schemas/${schema}`),
    }));
  const named = <T extends { id: string }>(all: readonly T[], id: string, what: string): T => {
    const found = all.find((one) => one.id === id);
    if (!found) throw notFound(what);
    return found;
  };
  return {
    getSCIMServiceProviderConfig: async () => ({
      schemas: [SCHEMAS.config],
      patch: { supported: true },
      bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
      filter: { supported: true, maxResults: MAX_RESULTS },
      changePassword: { supported: false },
      sort: { supported: false },
      etag: { supported: true },
      authenticationSchemes: [
        {
          type: 'oauthbearertoken',
          name: 'Bearer token',
          description: 'Bearer token created in the SCIM settings of the identity provider in Lectern',
          specUri: 'https://www.rfc-editor.org/info/rfc6750',
          primary: true,
        },
      ],
      meta: metaAt('ServiceProviderConfig', '/ServiceProviderConfig'),
    }),
    listSCIMResourceTypes: async () => toListResponse(types()),
    getSCIMResourceType: async ({ params }) => named(types(), params.scimName, 'resource type'),
    listSCIMSchemas: async () => toListResponse(schemas()),
    getSCIMSchema: async ({ params }) => named(schemas(), params.scimName, 'schema'),
  };
};
