import { errorOf, NetworkError } from './client.ts';

const fetchStart = (path: string, signal: AbortSignal) =>
  fetch(path, { headers: { range: 'bytes=0-0' }, redirect: 'manual', signal }).catch((error) => {
    if (signal.aborted) throw error;
    throw new NetworkError('The server could not be reached');
  });

/** Waits until the server has rendered a file; returns its size in bytes. */
export const waitForFile = async (path: string, signal: AbortSignal): Promise<number> => {
  for (;;) {
    const response = await fetchStart(path, signal);
    // While a file is rendered, the server redirects to the same address from time to time.
    if (response.type === 'opaqueredirect') continue;
    if (!response.ok) throw errorOf(response.status, await response.text());
    await response.body?.cancel();
    return Number(response.headers.get('content-range')?.split('/')[1]);
  }
};
