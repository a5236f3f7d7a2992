import { randomUUID } from 'node:crypto';
import type { ScriptCall } from './integration-scripts.ts';

/** A script call as a multipart form. */
export interface ScriptCallForm {
  readonly contentType: string;
  readonly bytes: Buffer;
}

/** Encodes a script call as a form. The request body is a file part, so that its bytes stay unchanged. */
export const encodeScriptCall = ({ event, environment, body }: ScriptCall): ScriptCallForm => {
  const boundary = `lectern-${randomUUID()}`;
  const part = (name: string, more: string, bytes: string | Uint8Array): Buffer[] => [
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`),
    Buffer.from(bytes),
    Buffer.from('\r\n'),
  ];
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    bytes: Buffer.concat([
      ...part('event', '', JSON.stringify(event)),
      ...part('environment', '', JSON.stringify(environment)),
      ...(body && body.length > 0 && mayHaveBody(event)
        ? part('fetch-body', '; filename="body"\r\nContent-Type: application/octet-stream', body)
        : []),
      Buffer.from(`--${boundary}--\r\n`),
    ]),
  };
};

// Scripts build a Request, which must not have a body for GET and HEAD.
const mayHaveBody = ({ request }: ScriptCall['event']): boolean => {
  const method = (request as { method?: unknown } | undefined)?.method;
  return !/^(get|head)$/i.test(String(method));
};
