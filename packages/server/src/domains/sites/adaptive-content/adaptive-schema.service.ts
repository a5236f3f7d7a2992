import type { Caller } from '../../../kernel/auth/principal.ts';
import { invalid } from '../../../kernel/errors/errors.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import { createSiteTransaction } from '../site-transaction.ts';
import type { SiteSubject } from '../sites.store.ts';
import { findAdaptiveSchema, upsertAdaptiveSchema } from './adaptive-schema.store.ts';
import { type AdaptiveSchema, EMPTY_SCHEMA, findSchemaProblem } from './claims-schema.ts';
import { templateConditionsOf } from './template-conditions.ts';

type Dependencies = Pick<Kernel, 'db' | 'transaction' | 'clock' | 'events'>;

/** The stored schema of a site's visitor claims, with the time of its last change. */
export interface StoredSchema {
  readonly schema: AdaptiveSchema;
  readonly updatedAt: Date;
}

/** Service for the visitor claims schemas of sites. */
export const createAdaptiveService = ({ db, clock, ...kernel }: Dependencies) => {
  const change = createSiteTransaction(kernel);
  const findSchema = async (site: SiteSubject, executor = db): Promise<StoredSchema> => {
    const row = await findAdaptiveSchema(executor, site);
    return row
      ? { schema: JSON.parse(row.schema) as AdaptiveSchema, updatedAt: row.updated_at }
      : { schema: EMPTY_SCHEMA, updatedAt: site.created_at };
  };

  return {
    findSchema: (site: SiteSubject): Promise<StoredSchema> => findSchema(site),

    templateConditions: async (site: SiteSubject) => templateConditionsOf((await findSchema(site)).schema),

    replace: (caller: Caller, site: SiteSubject, schema: AdaptiveSchema): Promise<StoredSchema> => {
      const problem = findSchemaProblem(schema, 'body.jsonSchema');
      if (problem) throw invalid(problem);
      return change(caller, site, async (tx, record) => {
        const before = await findSchema(site, tx);
        const json = JSON.stringify(schema);
        if (JSON.stringify(before.schema) === json) return before;
        const updatedAt = clock.now();
        await upsertAdaptiveSchema(tx, site, json, updatedAt);
        await record('site.adaptive-schema-changed', { claims: Object.keys(schema.properties) });
        return { schema, updatedAt };
      });
    },
  };
};

/** Service for the visitor claims schemas of sites. */
export type AdaptiveService = ReturnType<typeof createAdaptiveService>;
