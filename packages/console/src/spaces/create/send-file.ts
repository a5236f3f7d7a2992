import { ApiError, call, NetworkError } from '../../api/client.ts';

/** A file to send. */
export interface SentFile {
  readonly name: string;
  readonly content: Blob;
}

/** Sends bytes with progress, which fetch does not report. */
const put = (url: string, content: Blob, onProgress: (bytes: number) => void, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('PUT', url);
    request.upload.onprogress = ({ loaded }) => onProgress(loaded);
    request.onload = () =>
      request.status < 300
        ? resolve()
        : reject(new ApiError(request.status, `The file was refused with status ${request.status}`));
    request.onerror = () => reject(new NetworkError('The server could not be reached'));
    request.onabort = () => reject(signal.reason);
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(content);
  });

/** Uploads a file for an import or a font; returns its key. */
export const sendFile = async (
  organizationId: string,
  { name, content }: SentFile,
  onProgress: (bytes: number) => void,
  signal: AbortSignal,
  kind: 'import_file' | 'customization_font' = 'import_file',
): Promise<string> => {
  const { url, key } = await call(
    'POST',
    '/orgs/{organizationId}/storage/upload',
    {
      params: { organizationId },
      body: { file: { name, type: content.type, size: content.size }, kind },
    },
    signal,
  );
  signal.throwIfAborted();
  // The server may have another name than in this browser.
  const { pathname, search } = new URL(url);
  await put(`${pathname}${search}`, content, onProgress, signal);
  return key;
};
