import type { Handlers } from '../../kernel/contract/operation.ts';
import type { Links } from '../../kernel/links.ts';
import type { ContentService } from '../content/index.ts';
import type { pdfsContract } from './pdfs.contract.ts';
import type { PdfsService } from './pdfs.service.ts';

/** Maps operations to the service, and its results to responses. */
export const pdfsHandlers = (
  pdfs: PdfsService,
  content: ContentService,
  links: Links,
): Handlers<typeof pdfsContract> => ({
  getSpacePDF: async ({ subject, query }) => {
    const from = await content.head(subject);
    return {
      url: links.fileUrl(await pdfs.request(from, query)),
    };
  },
  getChangeRequestPDF: async ({ subject, query }) => {
    const from = await content.at(subject.space, subject.revision_id);
    const note = `#${subject.number}${subject.subject ? `: ${subject.subject}` : ''}`;
    return { url: links.fileUrl(await pdfs.request(from, query, note)) };
  },
  downloadPDF: ({ params }) => pdfs.download(params.pdfSeal, params.pdfName),
});
