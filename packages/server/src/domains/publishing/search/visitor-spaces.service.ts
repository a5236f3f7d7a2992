import { sectionsOf } from '@lectern/document';
import type { EvaluationService } from '../../content/index.ts';
import type { AskedSpace } from '../../search/index.ts';
import type { SitePagesService } from '../site/site-pages.service.ts';
import type { Variant } from '../site/structure.ts';
import type { Visit } from '../site/visit.ts';

interface Dependencies {
  readonly sitePages: Pick<SitePagesService, 'index' | 'snapshot'>;
  readonly evaluation: Pick<EvaluationService, 'evaluateForVisitor'>;
}

/** Makes the service that lists spaces with what a visitor may read of them. */
export const createVisitorSpacesService = ({ sitePages, evaluation }: Dependencies) => {
  const toAskedSpace = async (visit: Visit, variant: Variant): Promise<AskedSpace> => {
    const index = await sitePages.index(visit, variant);
    const from = sitePages.snapshot(visit, variant);
    const recordOf = (id: string) => {
      const page = index.byId.get(id);
      return page && !page.isHiddenFromSearch ? page.record : undefined;
    };
    return {
      id: variant.space,
      title: variant.title,
      language: variant.language,
      root: variant.root,
      revision_id: variant.revision,
      audience: {
        key: JSON.stringify(visit.claims),
        pages: { has: (id) => recordOf(id) !== undefined },
        sectionsOf: async (ids) => {
          const found = new Map<string, ReturnType<typeof sectionsOf>>();
          for (const id of ids) {
            const record = recordOf(id);
            if (record)
              found.set(id, sectionsOf(await evaluation.evaluateForVisitor(from, record, visit.claims)));
          }
          return found;
        },
      },
    };
  };

  return {
    /** Spaces of a site with what a visitor may read of them, each space once. */
    of: (visit: Visit, variants: readonly Variant[]): Promise<AskedSpace[]> => {
      const spaces = new Map(variants.map((variant) => [variant.space, variant]));
      return Promise.all([...spaces.values()].map((variant) => toAskedSpace(visit, variant)));
    },
  };
};

/** Spaces with what a visitor may read of them. */
export type VisitorSpacesService = ReturnType<typeof createVisitorSpacesService>;
