import { errorOf, NetworkError, parseWhole, urlOf } from './client.ts';
import type { Response } from './operations.ts';

const CONTENT_FILES = '/spaces/{spaceId}/files';
const LOGOS = '/orgs/{organizationId}/logos';
const SITE_IMAGES = '/orgs/{organizationId}/sites/{siteId}/images';

/** A file of a space or a change request. */
export type ContentFile = Response<'POST', typeof CONTENT_FILES>;

interface UploadOptions {
  readonly onProgress?: (share: number) => void;
  readonly signal?: AbortSignal;
}

const upload = <Uploaded>(
  url: string,
  file: File,
  fields: Readonly<Record<string, string>>,
  { onProgress, signal }: UploadOptions = {},
): Promise<Uploaded> =>
  new Promise((resolve, reject) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('file', file, file.name);
    // `fetch` does not report how much has been sent.
    const request = new XMLHttpRequest();
    request.open('POST', url);
    request.upload.onprogress = ({ loaded, total, lengthComputable }) =>
      lengthComputable && onProgress?.(loaded / total);
    request.onload = () => {
      const { status, responseText } = request;
      try {
        if (status >= 200 && status < 300) resolve(parseWhole(responseText) as Uploaded);
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

/** Uploads a file to a space or to one of its change requests. */
export const uploadFile = (
  { spaceId, changeRequestId }: { readonly spaceId: string; readonly changeRequestId?: string | undefined },
  file: File,
  options?: UploadOptions,
): Promise<ContentFile> =>
  upload(
    urlOf(CONTENT_FILES, { params: { spaceId } }),
    file,
    changeRequestId === undefined ? {} : { changeRequest: changeRequestId },
    options,
  );

/** Uploads a logo of an organization, which gets a public address. */
export const uploadLogo = (organizationId: string, file: File): Promise<Response<'POST', typeof LOGOS>> =>
  upload(urlOf(LOGOS, { params: { organizationId } }), file, {});

/** Uploads an image for the customization of a site, which gets a public address. */
export const uploadSiteImage = (
  { organizationId, siteId }: { readonly organizationId: string; readonly siteId: string },
  file: File,
): Promise<Response<'POST', typeof SITE_IMAGES>> =>
  upload(urlOf(SITE_IMAGES, { params: { organizationId, siteId } }), file, {});
