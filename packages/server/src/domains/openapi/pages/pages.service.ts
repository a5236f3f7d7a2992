import type { PageRecord } from '@lectern/document';
import { ApiError } from '../../../kernel/errors/errors.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { OutlinedPage, OutlineOptions } from '../../../kernel/openapi/specifications.ts';
import { specificationRefOf } from '../../content/index.ts';
import { publishedPath } from '../openapi.handlers.ts';
import { findSpec } from '../openapi.store.ts';
import { findContent } from '../versions/versions.store.ts';

type Dependencies = Pick<Kernel, 'db' | 'specifications' | 'links'>;

const KIND = 'builtin:openapi';

/** The pages that specifications have for themselves. */
export const createSpecificationPagesService = ({ db, specifications, links }: Dependencies) => {
  const wishOf = async (organizationId: string, computed: PageRecord['computed']) => {
    const ref = specificationRefOf({ computed });
    if (computed?.type !== KIND || ref?.kind !== 'openapi') return undefined;
    const spec = await findSpec(db, organizationId, ref.spec.toLowerCase());
    if (!spec?.version_id) return undefined;
    const { models, grouping, downloadLink } = (computed.props ?? {}) as Record<string, unknown>;
    const isOpen = downloadLink === true && spec.visibility === 'public';
    const wish: OutlineOptions = {
      spec: spec.slug,
      models: models === true,
      grouping: grouping === 'by-operation' ? 'by-operation' : 'by-tag',
      ...(isOpen && { download: links.fileUrl(publishedPath(spec)) }),
    };
    return { spec, version: spec.version_id, wish };
  };

  return {
    /** The pages that a computed page stands for now; none where its specification has no version. */
    of: async (
      organizationId: string,
      computed: PageRecord['computed'],
    ): Promise<readonly OutlinedPage[]> => {
      const wanted = await wishOf(organizationId, computed);
      const content = wanted && (await findContent(db, wanted.spec, wanted.version));
      if (content === undefined) return [];
      const pages = await specifications.outline(content, wanted!.wish);
      // Those that were made of an earlier version are better than none.
      if (!pages)
        throw new ApiError(
          422,
          `It takes too long to make the pages of the specification ${wanted!.spec.slug}`,
        );
      return pages;
    },
  };
};
