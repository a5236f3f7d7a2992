import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { Static, TSchema } from 'typebox';
import type { AnyPolicy, SubjectOf } from '../auth/policy.ts';
import type { Caller } from '../auth/principal.ts';
import type { FileRedirect, FileResponse } from './file-response.ts';
import type { PageRequest } from './paging.ts';
import type { ProviderKey } from './providers.ts';
import type { ReadUpload } from './upload.ts';

/** The methods that operations use. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Who may call: anyone, anyone with a token, an identity provider with its own, or whom a policy allows the action on the
 * thing a path parameter names.
 */
export type Permission =
  | 'public'
  | 'authenticated'
  | 'provider'
  | { readonly policy: AnyPolicy; readonly can: string; readonly on: string };

/** An answer that is not JSON: bytes with a content type. */
export interface Content {
  readonly contentType: string;
  readonly content: string | Buffer | Readable;
}

/** What pages depend on besides a path: the request of a browser, as it came. */
export interface BrowserRequest {
  readonly host: string;
  /** The path and the query. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  /** What was sent: the fields of a form, or JSON; to a relay, its bytes. */
  readonly body: unknown;
  /** Where the request came from. */
  readonly address: string;
}

/** Bytes that are sent, as they come. */
export interface UploadRequest {
  readonly stream: AsyncIterable<Uint8Array>;
  /** How many will come, where that was told. */
  readonly length: number | undefined;
}

/** A page as an answer: it chooses its status and headers itself. */
export interface PageResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly content: string | Buffer;
}

/** One operation of the API: everything that the server, its documentation and its tests know about it. */
export interface Operation {
  readonly method: Method;
  readonly path: string;
  readonly summary: string;
  readonly permission: Permission;
  /** The kind of thing that it is about, where that is not what the permission is checked on: token scopes go by it. */
  readonly scope?: string;
  /** Also answered to those who bring no token at all, as to a stranger; nothing is changed by it. */
  readonly anonymous?: true;
  /** Also answered to the tokens of sites, by a handler of its own: what the site shows to its visitors. */
  readonly visitors?: true;
  /**
   * `json` unless said otherwise; `content` answers bytes, `file` those of a file, `page` those of a site, `upload` takes
   * bytes, `relay` passes requests on as they are, and `scim` speaks the protocol of identity providers; all of these live
   * outside `/v1`.
   */
  readonly kind?: 'json' | 'content' | 'file' | 'page' | 'upload' | 'relay' | 'scim';
  /** The last parameter of the path is all that is left of an address, slashes included. */
  readonly hasRestParameter?: true;
  /** Asked by machines every few seconds: not counted against any limit. */
  readonly unlimited?: true;
  readonly query?: TSchema;
  readonly body?: TSchema;
  /** Instead of a body: what a form says besides its one `file`, which may have so many bytes. */
  readonly form?: { readonly fields: TSchema; readonly maxBytes: number };
  /** Bytes; the default is that of the server. */
  readonly bodyLimit?: number;
  readonly responses: Readonly<Partial<Record<200 | 201 | 204 | 205 | 303 | 503, TSchema>>>;
}

/** Whether an operation answers JSON; what answers bytes is met by browsers, too. */
export const isJsonOperation = ({ kind = 'json' }: Operation): boolean => kind === 'json';

/** The parameter that is all that is left of an address, where an operation has one. */
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

/** What a handler is given: validated input, who calls, and the thing that the permission was checked on. */
export interface Input<Op extends Operation> {
  readonly params: Record<PathParam<Op['path']>, string>;
  readonly query: QueryOf<Op>;
  readonly body: Op extends { body: infer B extends TSchema } ? Static<B> : undefined;
  readonly caller: Op['permission'] extends 'public' ? Caller | undefined : Caller;
  readonly subject: Op['permission'] extends { policy: infer P extends AnyPolicy } ? SubjectOf<P> : undefined;
  /** Where the request came from. */
  readonly address: string;
  readonly page: QueryOf<Op> extends { page?: string; limit?: number } ? PageRequest : undefined;
  readonly request: Op extends { kind: 'page' | 'relay' } ? BrowserRequest : undefined;
  /** The identity provider whose token came along. */
  readonly provider: Op['permission'] extends 'provider' ? ProviderKey : undefined;
  /** The version that a thing has to have for the request to be meant. */
  readonly ifMatch: Op extends { kind: 'scim' } ? string | undefined : undefined;
  readonly upload: Op extends { kind: 'upload' }
    ? UploadRequest
    : Op extends { form: { fields: infer F extends TSchema } }
      ? ReadUpload<Static<F>>
      : undefined;
}

type IsUnion<T, Whole = T> = T extends unknown ? ([Whole] extends [T] ? false : true) : never;
type Answer<Schema> = Schema extends TSchema ? Static<Schema> : never;

/** What a handler returns: the body, or status and body where several are possible. */
export type Result<Op extends Operation> = Op extends { kind: 'content' }
  ? Content
  : Op extends { kind: 'file' }
    ? FileResponse | FileRedirect
    : Op extends { kind: 'page' | 'relay' }
      ? PageResponse
      : IsUnion<keyof Op['responses']> extends true
        ? {
            [S in keyof Op['responses']]: { status: S; body: Answer<Op['responses'][S]> };
          }[keyof Op['responses']]
        : Answer<Op['responses'][keyof Op['responses']]>;

/** Every operation of the contract must have a handler; a missing one does not compile. */
export type Handlers<C extends Contract> = {
  readonly [Id in keyof C]: (input: Input<C[Id]>) => Promise<Result<C[Id]>>;
};

/** Declares an operation; a permission on a parameter or action that does not exist does not compile. */
export const operation = <const Path extends string, const P extends AnyPolicy, const Def extends Operation>(
  def: Def & {
    readonly path: Path;
    readonly permission:
      | 'public'
      | 'authenticated'
      | 'provider'
      | { readonly policy: P; readonly can: keyof P['can'] & string; readonly on: PathParam<Path> };
    readonly responses: keyof Def['responses'] extends never ? never : unknown;
  },
): Def & { readonly path: Path } => def;
