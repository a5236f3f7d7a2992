import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { Static, TSchema } from 'typebox';
import type { AnyPolicy, SubjectOf } from '../auth/policy.ts';
import type { Caller } from '../auth/principal.ts';
import type { FileRedirect, FileResponse } from './file-response.ts';
import type { PageRequest } from './paging.ts';
import type { ProviderKey } from './scim-authentication.ts';
import type { Socket } from './socket.ts';
import type { ReadUpload } from './upload.ts';

/** The methods that operations use. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Who may call: anyone; anyone with a token; an identity provider with its token; or callers whom a policy allows the
 * action on the object that a path parameter names.
 */
export type Permission =
  | 'public'
  | 'authenticated'
  | 'provider'
  | { readonly policy: AnyPolicy; readonly can: string; readonly on: string };

/** A response that is not JSON: text or bytes with a content type. */
export interface Content {
  readonly contentType: string;
  /** The file name under which browsers save it. */
  readonly name?: string;
  readonly content: string | Buffer | Readable;
}

/** The unprocessed request of a browser, for pages. */
export interface BrowserRequest {
  readonly host: string;
  /** The path and the query. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  /** The fields of a form, JSON, or the bytes for a relay. */
  readonly body: unknown;
  /** The IP address of the client. */
  readonly address: string;
}

/** An uploaded body as a stream. */
export interface UploadRequest {
  readonly stream: AsyncIterable<Uint8Array>;
  /** The Content-Length, if sent. */
  readonly length: number | undefined;
}

/** A page as a response, with its own status and headers. */
export interface PageResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly content: string | Buffer;
}

/** The response to a relayed request; a large one is a stream. */
export interface RelayResponse extends Omit<PageResponse, 'content'> {
  readonly content: string | Buffer | Readable;
}

/** One operation of the API; routes, validation, documentation and tests derive from it. */
export interface Operation {
  readonly method: Method;
  readonly path: string;
  readonly summary: string;
  readonly permission: Permission;
  /** The object type for token scopes, if it is not the one that the permission is checked on. */
  readonly scope?: string;
  /** Whether a POST changes nothing itself: tokens need only the scope for reading. */
  readonly onlyReads?: true;
  /** Whether requests without a token are allowed; for reads only. */
  readonly anonymous?: true;
  /** Whether site tokens are allowed; a handler of its own answers with the content that the site shows. */
  readonly acceptsSiteTokens?: true;
  /**
   * Default `json`. `content` responds with bytes, `file` with a file, `page` with HTML; `upload` receives bytes, `relay`
   * passes requests on unchanged, and `scim` uses the protocol of identity providers; `events` responds with
   * server-sent events, and `socket` is a WebSocket. All but `json`, `events` and `socket` live outside `/v1`.
   */
  readonly kind?: 'json' | 'content' | 'file' | 'page' | 'upload' | 'relay' | 'scim' | 'events' | 'socket';
  /** Whether its events come to an end; clients then get all of them, whatever they accept. */
  readonly ends?: true;
  /** Whether the last path parameter matches the rest of the path, slashes included. */
  readonly hasRestParameter?: true;
  /** Exempt from the rate limit, for health checks and the like. */
  readonly unlimited?: true;
  readonly query?: TSchema;
  readonly body?: TSchema;
  /** A multipart form instead of a body: its fields besides `file`, and the size limit of that. */
  readonly form?: { readonly fields: TSchema; readonly maxBytes: number };
  /** In bytes; the default is the limit of the server. */
  readonly bodyLimit?: number;
  /** The messages of the server, if it is a socket, are the response 101. */
  readonly responses: Readonly<Partial<Record<101 | 200 | 201 | 204 | 205 | 303 | 503, TSchema>>>;
  /** The messages of the client, if it is a socket. */
  readonly messages?: TSchema;
}

/** Whether an operation is of the kind `json`. */
export const isJsonOperation = ({ kind = 'json' }: Operation): boolean => kind === 'json';

/** The name of the path parameter that matches the rest of the path, if there is one. */
export const restParameterOf = ({ hasRestParameter, path }: Operation): string | undefined =>
  hasRestParameter && /\{(\w+)\}$/.exec(path)?.[1];

/** A domain's operations by their id. */
export type Contract = Readonly<Record<string, Operation>>;

/** The names between braces in a path. */
export type PathParam<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParam<Rest>
  : never;

type QueryOf<Op extends Operation> = Op extends { query: infer Q extends TSchema }
  ? Static<Q>
  : Record<never, never>;

/** The input of a handler: validated parameters, the caller, and the object that the permission was checked on. */
export interface Input<Op extends Operation> {
  readonly params: Record<PathParam<Op['path']>, string>;
  readonly query: QueryOf<Op>;
  readonly body: Op extends { body: infer B extends TSchema } ? Static<B> : undefined;
  readonly caller: Op['permission'] extends 'public' ? Caller | undefined : Caller;
  readonly subject: Op['permission'] extends { policy: infer P extends AnyPolicy } ? SubjectOf<P> : undefined;
  /** The IP address of the client. */
  readonly address: string;
  /** The headers of the request, of operations that anyone may call. */
  readonly headers: Op extends { permission: 'public'; kind?: 'json' }
    ? Readonly<IncomingHttpHeaders>
    : undefined;
  readonly page: QueryOf<Op> extends { page?: string; limit?: number } ? PageRequest : undefined;
  readonly request: Op extends { kind: 'page' | 'relay' } ? BrowserRequest : undefined;
  /** The identity provider that the token belongs to. */
  readonly provider: Op['permission'] extends 'provider' ? ProviderKey : undefined;
  /** The If-Match header. */
  readonly ifMatch: Op extends { kind: 'scim' } ? string | undefined : undefined;
  /** Aborted when the client has disconnected. */
  readonly signal: Op extends { kind: 'events' } ? AbortSignal : undefined;
  readonly socket: Op extends { kind: 'socket'; messages: infer M extends TSchema }
    ? Socket<
        Static<M>,
        Body<Op['responses'][101 & keyof Op['responses']]>,
        Op['permission'] extends { policy: infer P extends AnyPolicy } ? SubjectOf<P> : undefined
      >
    : undefined;
  readonly upload: Op extends { kind: 'upload' }
    ? UploadRequest
    : Op extends { form: { fields: infer F extends TSchema } }
      ? ReadUpload<Static<F>>
      : undefined;
}

type IsUnion<T, Whole = T> = T extends unknown ? ([Whole] extends [T] ? false : true) : never;
type Body<Schema> = Schema extends TSchema ? Static<Schema> : never;

/** The result of a handler: the body, or status and body where several statuses are possible. */
export type Result<Op extends Operation> = Op extends { kind: 'content' }
  ? Content
  : Op extends { kind: 'file' }
    ? FileResponse | FileRedirect
    : Op extends { kind: 'page' }
      ? PageResponse
      : Op extends { kind: 'relay' }
        ? RelayResponse
        : Op extends { kind: 'socket' }
          ? undefined
          : Op extends { kind: 'events' }
            ? AsyncIterable<Body<Op['responses'][keyof Op['responses']]>>
            : IsUnion<keyof Op['responses']> extends true
              ? {
                  [S in keyof Op['responses']]: { status: S; body: Body<Op['responses'][S]> };
                }[keyof Op['responses']]
              : Body<Op['responses'][keyof Op['responses']]>;

/** Every operation of the contract must have a handler; a missing one does not compile. */
export type Handlers<C extends Contract> = {
  readonly [Id in keyof C]: (input: Input<C[Id]>) => Promise<Result<C[Id]>>;
};

/** Declares an operation. Unknown properties, parameters and actions do not compile. */
export const operation = <const Path extends string, const P extends AnyPolicy, const Def extends Operation>(
  def: Def & {
    readonly path: Path;
    readonly permission:
      | 'public'
      | 'authenticated'
      | 'provider'
      | { readonly policy: P; readonly can: keyof P['can'] & string; readonly on: PathParam<Path> };
    readonly responses: keyof Def['responses'] extends never ? never : unknown;
  } & { readonly [Unknown in Exclude<keyof Def, keyof Operation>]: never },
): Def & { readonly path: Path } => def;
