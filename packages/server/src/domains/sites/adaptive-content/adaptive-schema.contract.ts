import Type from 'typebox';
import { Timestamp } from '../../../kernel/contract/common-schemas.ts';
import { operation } from '../../../kernel/contract/operation.ts';
import { onSite } from '../sites.contract.ts';
import type { AdaptiveSchema } from './claims-schema.ts';

// Properties nest, and a self-referencing schema cannot be inlined: the service validates nested properties.
const JsonSchema = Type.Unsafe<AdaptiveSchema>({
  type: 'object',
  required: ['type', 'properties', 'additionalProperties'],
  properties: {
    $schema: { type: 'string', enum: ['http://json-schema.org/draft-07/schema#'] },
    type: { type: 'string', enum: ['object'] },
    properties: { type: 'object', additionalProperties: { type: 'object' } },
    additionalProperties: { type: 'boolean', enum: [false] },
  },
  additionalProperties: false,
});

const StoredAdaptiveSchema = Type.Object({
  object: Type.Literal('site-adaptive-schema'),
  jsonSchema: JsonSchema,
  updatedAt: Timestamp,
});

const PATH = '/orgs/{organizationId}/sites/{siteId}/adaptive-schema';

/** The schema of visitor claims (adaptive content). */
export const adaptiveContract = {
  getSiteAdaptiveSchema: operation({
    method: 'GET',
    path: PATH,
    summary: 'Get the JSON Schema of the visitor claims of a site',
    permission: onSite('view'),
    responses: { 200: StoredAdaptiveSchema },
  }),
  updateSiteAdaptiveSchema: operation({
    method: 'PUT',
    path: PATH,
    summary: 'Replace the JSON Schema of the visitor claims of a site',
    permission: onSite('admin'),
    body: Type.Object({ jsonSchema: JsonSchema }),
    responses: { 200: StoredAdaptiveSchema },
  }),
  listSiteAdaptiveTemplateConditions: operation({
    method: 'GET',
    path: `${PATH}/template-conditions`,
    summary: 'List ready-made conditions for the visitor claims of a site',
    permission: onSite('view'),
    responses: {
      200: Type.Object({
        items: Type.Array(Type.Object({ description: Type.String(), condition: Type.String() })),
      }),
    },
  }),
};
