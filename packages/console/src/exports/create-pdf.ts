import { call } from '../api/client.ts';
import { waitForFile } from '../api/rendered-file.ts';
import type { ContentPlace } from '../pages/content-place.ts';
import { pathOf } from './download.ts';

/** The pages of a PDF: all of a space or a change request, or those from one page. */
export interface PdfSource {
  readonly place: ContentPlace;
  readonly page?: string | undefined;
  /** Whether the pages below the page are left out. */
  readonly isPageOnly?: boolean;
}

/** A PDF that has been rendered. */
export interface Pdf {
  readonly path: string;
  readonly bytes: number;
}

const requestPdf = (
  { place: { spaceId, changeRequestId }, page, isPageOnly = false }: PdfSource,
  signal: AbortSignal,
) => {
  const query = page === undefined ? {} : { page, only: isPageOnly };
  return changeRequestId === undefined
    ? call('GET', '/spaces/{spaceId}/pdf', { params: { spaceId }, query }, signal)
    : call(
        'GET',
        '/spaces/{spaceId}/change-requests/{changeRequestId}/pdf',
        { params: { spaceId, changeRequestId }, query },
        signal,
      );
};

/** Requests a PDF, and waits until it is rendered. */
export const createPdf = async (source: PdfSource, signal: AbortSignal): Promise<Pdf> => {
  const path = pathOf((await requestPdf(source, signal)).url);
  return { path, bytes: await waitForFile(path, signal) };
};
