import { errorOf, NetworkError, parseWhole, urlOf } from './client.ts';
import type { Response } from './operations.ts';

const PATH = '/spaces/{spaceId}/files';

/** A file of a space or a change request. */
export type ContentFile = Response<'POST', typeof PATH>;

/** Uploads a file to a space or to one of its change requests. */
export const uploadFile = (
  { spaceId, changeRequestId }: { readonly spaceId: string; readonly changeRequestId?: string | undefined },
  file: File,
  {
    onProgress,
    signal,
  }: { readonly onProgress?: (share: number) => void; readonly signal?: AbortSignal } = {},
): Promise<ContentFile> =>
  new Promise((resolve, reject) => {
    const form = new FormData();
    if (changeRequestId !== undefined) form.append('changeRequest', changeRequestId);
    form.append('file', file, file.name);
    // `fetch` does not report how much has been sent.
    const request = new XMLHttpRequest();
    request.open('POST', urlOf(PATH, { params: { spaceId } }));
    request.upload.onprogress = ({ loaded, total, lengthComputable }) =>
      lengthComputable && onProgress?.(loaded / total);
    request.onload = () => {
      const { status, responseText } = request;
      try {
        if (status >= 200 && status < 300) resolve(parseWhole(responseText) as ContentFile);
        else reject(errorOf(status, responseText));
      } catch (error) {
        reject(error);
      }
    };
    request.onerror = () => reject(new NetworkError('The server could not be reached'));
    request.onabort = () => reject(new DOMException('The upload was canceled', 'AbortError'));
    signal?.addEventListener('abort', () => request.abort());
    request.send(form);
  });
