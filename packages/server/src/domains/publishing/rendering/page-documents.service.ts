import { type ContentRef, type Document, type FileRecord, keys, mapRefs } from '@lectern/document';
import { type FileTarget, type RenderContext, renderMath } from '@lectern/site';
import type { Kernel } from '../../../kernel/kernel.ts';
import { type EvaluationService, filePath, type Snapshot } from '../../content/index.ts';
import type { VisiblePage } from '../site/page-index.ts';
import { linkResolver, referencedSpaces } from '../site/page-urls.ts';
import type { SitePagesService } from '../site/site-pages.service.ts';
import type { Variant } from '../site/structure.ts';
import type { Visit } from '../site/visit.ts';
import type { PageDataService } from './page-data.service.ts';

interface Dependencies extends Pick<Kernel, 'links' | 'signing' | 'clock'> {
  readonly evaluation: Pick<EvaluationService, 'evaluateForVisitor'>;
  readonly sitePages: SitePagesService;
  readonly pageData: PageDataService;
}

/** The document of a page, with the context to render it. */
export interface PageDocument {
  readonly document: Document;
  readonly context: RenderContext;
}

/** The document of a page, with a context that includes users, embeds and specifications. */
export interface PageDocumentWithData extends PageDocument {
  /** Time until which it may be shown. */
  readonly until: number;
}

/** Makes the service that loads the documents of pages for a visitor. */
export const createPageDocumentsService = (deps: Dependencies) => {
  const { evaluation, sitePages, pageData, links, signing, clock } = deps;

  const fileResolver = async (snapshot: Snapshot, refs: readonly ContentRef[]) => {
    const ids = new Set(refs.flatMap((ref) => (ref.kind === 'file' ? [ref.file] : [])));
    const found = await snapshot.view.getMany([...ids].map(keys.file));
    return (ref: ContentRef): FileTarget | undefined => {
      if (ref.kind !== 'file' || (ref.space !== undefined && ref.space !== snapshot.space.id))
        return undefined;
      const file = found.get(keys.file(ref.file)) as FileRecord | undefined;
      return (
        file && {
          href: links.fileUrl(filePath({ signing, clock }, snapshot.space.id, file)),
          name: file.name,
          size: file.size,
          contentType: file.contentType,
          ...file.dimensions,
        }
      );
    };
  };

  const load = async (visit: Visit, variant: Variant, { record }: VisiblePage): Promise<PageDocument> => {
    const snapshot = sitePages.snapshot(visit, variant);
    const document = await evaluation.evaluateForVisitor(snapshot, record, visit.claims);
    const refs = [record.cover?.ref, record.cover?.refDark].filter(Boolean) as ContentRef[];
    mapRefs(document, (ref) => {
      refs.push(ref);
      return ref;
    });
    const [indexes, fileOf] = await Promise.all([
      sitePages.indexes(visit, variant, referencedSpaces(refs)),
      fileResolver(snapshot, refs),
    ]);
    return {
      document,
      context: {
        language: variant.language ?? 'en',
        hrefOf: linkResolver(visit, variant, indexes),
        fileOf,
        math: renderMath,
      },
    };
  };

  return {
    /** Loads the document of a page with its links and files. */
    load,

    /** Loads the document of a page with its links, files and data. */
    loadWithData: async (
      visit: Visit,
      variant: Variant,
      page: VisiblePage,
    ): Promise<PageDocumentWithData> => {
      const { document, context } = await load(visit, variant, page);
      const data = await pageData.load(sitePages.snapshot(visit, variant), document);
      return { document, context: { ...context, ...data.context }, until: data.until };
    },
  };
};

/** Documents of pages. */
export type PageDocumentsService = ReturnType<typeof createPageDocumentsService>;
