import type { PageRecord } from '@lectern/document';
import { ApiError } from '../../kernel/errors/errors.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { GeneratedPage, PageGenerationOptions } from '../../kernel/openapi/specifications.ts';
import { specificationRefOf } from '../content/index.ts';
import { findSpec } from './openapi.store.ts';
import { publishedPath } from './published-path.ts';
import { findContent } from './versions/versions.store.ts';

type Dependencies = Pick<Kernel, 'db' | 'specifications' | 'links'>;

const SOURCE_TYPE = 'builtin:openapi';

/** Pages generated from specifications. */
export const createSpecificationPagesService = ({ db, specifications, links }: Dependencies) => {
  const findSource = async (organizationId: string, computed: PageRecord['computed']) => {
    const ref = specificationRefOf({ computed });
    if (computed?.type !== SOURCE_TYPE || ref?.kind !== 'openapi') return undefined;
    const spec = await findSpec(db, organizationId, ref.spec.toLowerCase());
    if (!spec?.version_id) return undefined;
    const { models, grouping, downloadLink } = (computed.props ?? {}) as Record<string, unknown>;
    const hasDownloadLink = downloadLink === true && spec.visibility === 'public';
    const options: PageGenerationOptions = {
      spec: spec.slug,
      models: models === true,
      grouping: grouping === 'by-operation' ? 'by-operation' : 'by-tag',
      ...(hasDownloadLink && { download: links.fileUrl(publishedPath(spec)) }),
    };
    return { spec, version: spec.version_id, options };
  };

  return {
    /** The pages of the specification of a computed page; none if it has no version. */
    of: async (
      organizationId: string,
      computed: PageRecord['computed'],
    ): Promise<readonly GeneratedPage[]> => {
      const source = await findSource(organizationId, computed);
      const content = source && (await findContent(db, source.spec, source.version));
      if (content === undefined) return [];
      const pages = await specifications.generatePages(content, source!.options);
      // An error keeps the pages of an earlier version.
      if (!pages)
        throw new ApiError(422, `Generating the pages of the specification ${source!.spec.slug} timed out`);
      return pages;
    },
  };
};
