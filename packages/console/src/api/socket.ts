import { urlOf } from './client.ts';

/** Connects to an operation that is a WebSocket. */
export const openSocket = (path: string, params: Readonly<Record<string, string>>): WebSocket => {
  const url = new URL(urlOf(path, { params }), location.href);
  url.protocol = url.protocol.replace('http', 'ws');
  return new WebSocket(url);
};
