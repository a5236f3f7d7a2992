import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import { Agent, request } from 'undici';
import { BlobStoreError } from '../../kernel/blobs/blobs.ts';

/** The bucket and its credentials. */
export interface S3Options {
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Whether the bucket is part of the path instead of the host. */
  readonly pathStyle: boolean;
}

/** A failed request to the store; without a status, there was no response. */
export class S3Error extends BlobStoreError {
  override readonly name = 'S3Error';
  readonly status: number | undefined;

  constructor(status: number | undefined, message: string, cause?: unknown) {
    super(message, { cause });
    this.status = status;
  }
}

interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  /** Undefined for the bucket itself. */
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Opened again for every attempt. */
  readonly body?: () => Readable;
  /** Statuses that are no errors, besides 2xx. */
  readonly expected?: readonly number[];
}

interface S3Response {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Readable;
}

const ATTEMPTS = 3;
const EMPTY_HASH = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

const isFinal = ({ status }: S3Error) => status !== undefined && status < 500 && status !== 429;
const messageOf = (error: unknown): string => {
  const { message, code } = error as { message?: string; code?: string };
  return message || code || 'The S3 store does not respond';
};

/** The URL of an object, or of the bucket. */
export const s3Url = (
  { endpoint, bucket, pathStyle }: Pick<S3Options, 'endpoint' | 'bucket' | 'pathStyle'>,
  key = '',
): string => {
  const url = new URL(endpoint);
  const base = url.pathname.replace(/\/$/, '');
  if (pathStyle) url.pathname = [base, bucket, ...(key ? [key] : [])].join('/');
  else {
    url.host = `${bucket}.${url.host}`;
    url.pathname = `${base}/${key}`;
  }
  return url.href;
};

/** Signed requests to one bucket. The operator configured the endpoint, so the egress guard does not apply. */
export const createS3Requests = (options: S3Options) => {
  const { bucket, region, accessKeyId, secretAccessKey } = options;
  // Connections are closed with the process; idle ones do not keep it alive.
  const agent = new Agent({ headersTimeout: 60_000, bodyTimeout: 60_000, connect: { timeout: 10_000 } });
  const keys = new Map<string, ArrayBuffer>();

  const attempt = async ({ method, key, headers, body }: S3Request): Promise<S3Response> => {
    const signed = await new AwsV4Signer({
      method,
      url: s3Url(options, key),
      headers: { 'x-amz-content-sha256': EMPTY_HASH, ...headers },
      accessKeyId,
      secretAccessKey,
      region,
      service: 's3',
      cache: keys,
    }).sign();
    const {
      statusCode,
      headers: responseHeaders,
      body: content,
    } = await request(signed.url, {
      method,
      headers: Object.fromEntries(signed.headers),
      body: body?.() ?? null,
      dispatcher: agent,
    });
    return { status: statusCode, headers: responseHeaders, body: content };
  };

  const failureOf = async ({ method }: S3Request, { status, body }: S3Response): Promise<S3Error> => {
    let text = '';
    for await (const chunk of body) if (text.length < 4096) text += chunk;
    const [, code = ''] = /<Code>([\w.]+)<\/Code>/.exec(text) ?? [];
    return new S3Error(status, `The S3 store responded to ${method} with ${status} ${code}`.trim());
  };

  /** Sends a request; retries twice on server errors and broken connections. */
  const send = async (options: S3Request): Promise<S3Response> => {
    for (let tried = 1; ; tried++) {
      try {
        const response = await attempt(options);
        if (response.status < 300 || options.expected?.includes(response.status)) return response;
        throw await failureOf(options, response);
      } catch (error) {
        const failure = error instanceof S3Error ? error : new S3Error(undefined, messageOf(error), error);
        if (isFinal(failure) || tried === ATTEMPTS) throw failure;
        await wait(100 * 4 ** tried * (0.5 + Math.random()));
      }
    }
  };

  return {
    send,
    /** Sends a request and returns the response without its body. */
    sendForHead: async (options: S3Request): Promise<Omit<S3Response, 'body'>> => {
      const { body, ...head } = await send(options);
      body.resume();
      return head;
    },
    copySource: (key: string) => `/${bucket}/${key}`,
  };
};
