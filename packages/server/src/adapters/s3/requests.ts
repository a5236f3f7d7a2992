import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import { Agent, request } from 'undici';
import { BlobStoreError } from '../../kernel/blobs/blobs.ts';

/** Which bucket of which store, and with which key. */
export interface S3Options {
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Whether the bucket is part of the path, as most stores of one's own want it, or of the host. */
  readonly pathStyle: boolean;
}

/** What the store said no with; without a status, it said nothing. */
export class S3Error extends BlobStoreError {
  override readonly name = 'S3Error';
  readonly status: number | undefined;

  constructor(status: number | undefined, message: string, cause?: unknown) {
    super(message, { cause });
    this.status = status;
  }
}

interface Wish {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  /** Nothing for the bucket itself. */
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Opened anew for every attempt. */
  readonly body?: () => Readable;
  /** Answers that are no failures, besides those that are none anyway. */
  readonly expected?: readonly number[];
}

interface S3Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Readable;
}

const ATTEMPTS = 3;
const EMPTY_HASH = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

const isFinal = ({ status }: S3Error) => status !== undefined && status < 500 && status !== 429;
const messageOf = (error: unknown): string => {
  const { message, code } = error as { message?: string; code?: string };
  return message || code || 'The S3 store does not answer';
};

/** The address of an object, or of the bucket itself. */
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

/** Signed requests to one bucket. The operator chose where it is: the guard for what others name does not apply. */
export const createS3Requests = (options: S3Options) => {
  const { bucket, region, accessKeyId, secretAccessKey } = options;
  // Connections end with their process; idle ones hold nothing up.
  const agent = new Agent({ headersTimeout: 60_000, bodyTimeout: 60_000, connect: { timeout: 10_000 } });
  const keys = new Map<string, ArrayBuffer>();

  const attempt = async ({ method, key, headers, body }: Wish): Promise<S3Answer> => {
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
      headers: answered,
      body: content,
    } = await request(signed.url, {
      method,
      headers: Object.fromEntries(signed.headers),
      body: body?.() ?? null,
      dispatcher: agent,
    });
    return { status: statusCode, headers: answered, body: content };
  };

  const failureOf = async ({ method }: Wish, { status, body }: S3Answer): Promise<S3Error> => {
    let text = '';
    for await (const chunk of body) if (text.length < 4096) text += chunk;
    const [, code = ''] = /<Code>([\w.]+)<\/Code>/.exec(text) ?? [];
    return new S3Error(status, `The S3 store answered ${method} with ${status} ${code}`.trim());
  };

  /** Sends a request; busy stores and broken connections are given two more chances. */
  const send = async (wish: Wish): Promise<S3Answer> => {
    for (let tried = 1; ; tried++) {
      try {
        const answer = await attempt(wish);
        if (answer.status < 300 || wish.expected?.includes(answer.status)) return answer;
        throw await failureOf(wish, answer);
      } catch (error) {
        const failure = error instanceof S3Error ? error : new S3Error(undefined, messageOf(error), error);
        if (isFinal(failure) || tried === ATTEMPTS) throw failure;
        await wait(100 * 4 ** tried * (0.5 + Math.random()));
      }
    }
  };

  return {
    send,
    /** Sends a request whose answer says all in its head. */
    ask: async (wish: Wish): Promise<Omit<S3Answer, 'body'>> => {
      const { body, ...head } = await send(wish);
      body.resume();
      return head;
    },
    copySource: (key: string) => `/${bucket}/${key}`,
  };
};
