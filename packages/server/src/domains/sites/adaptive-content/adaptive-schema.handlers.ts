import type { Handlers } from '../../../kernel/contract/operation.ts';
import type { adaptiveContract } from './adaptive-schema.contract.ts';
import type { AdaptiveService, StoredSchema } from './adaptive-schema.service.ts';

const toAdaptiveSchema = ({ schema, updatedAt }: StoredSchema) => ({
  object: 'site-adaptive-schema' as const,
  jsonSchema: schema,
  updatedAt: updatedAt.toISOString(),
});

/** Maps operations to service calls and responses. */
export const adaptiveHandlers = (adaptive: AdaptiveService): Handlers<typeof adaptiveContract> => ({
  getSiteAdaptiveSchema: async ({ subject }) => toAdaptiveSchema(await adaptive.findSchema(subject)),
  updateSiteAdaptiveSchema: async ({ caller, subject, body }) =>
    toAdaptiveSchema(await adaptive.replace(caller, subject, body.jsonSchema)),
  listSiteAdaptiveTemplateConditions: async ({ subject }) => ({
    items: await adaptive.templateConditions(subject),
  }),
});
