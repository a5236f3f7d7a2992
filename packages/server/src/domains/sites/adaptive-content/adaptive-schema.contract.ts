import Type from 'typebox';
import { Timestamp } from '../../../kernel/contract/common-schemas.ts';
import { operation } from '../../../kernel/contract/operation.ts';
import { onSite } from '../sites.contract.ts';
import type { AdaptiveSchema } from './visitor-claims.ts';

// Properties nest, and a schema that refers to itself cannot be inlined: what is below is checked by the service.
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

/** What a site knows of its visitors. */
export const adaptiveContract = {
  getSiteAdaptiveSchema: operation({
    method: 'GET',
    path: PATH,
    summary: 'What a site knows of its visitors, as a JSON Schema',
    permission: onSite('view'),
    responses: { 200: StoredAdaptiveSchema },
  }),
  updateSiteAdaptiveSchema: operation({
    method: 'PUT',
    path: PATH,
    summary: 'Describe the visitors of a site',
    permission: onSite('admin'),
    body: Type.Object({ jsonSchema: JsonSchema }),
    responses: { 200: StoredAdaptiveSchema },
  }),
  listSiteAdaptiveTemplateConditions: operation({
    method: 'GET',
    path: `${PATH}/template-conditions`,
    summary: 'Conditions that can be made of what a site knows of its visitors',
    permission: onSite('view'),
    responses: {
      200: Type.Object({
        items: Type.Array(Type.Object({ description: Type.String(), condition: Type.String() })),
      }),
    },
  }),
};
