import type { paths } from './schema.gen.ts';

/** A method of the API. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The path of an operation with this method. */
export type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P][Lowercase<M> & keyof paths[P]] extends { readonly responses: unknown }
    ? P
    : never;
}[keyof paths];

type At<M extends Method, P extends PathOf<M>> = paths[P][Lowercase<M> & keyof paths[P]];

type Params<Op> = Op extends { readonly parameters: { readonly path: infer Path } }
  ? { readonly params: Path }
  : unknown;
type Query<Op> = Op extends { readonly parameters: { readonly query?: infer Q } }
  ? [Q] extends [undefined]
    ? unknown
    : { readonly query?: Q }
  : unknown;
type Body<Op> = Op extends {
  readonly requestBody: { readonly content: { readonly 'application/json': infer B } };
}
  ? { readonly body: B }
  : unknown;

/** The path parameters, query and body of an operation. */
export type Request<M extends Method, P extends PathOf<M>> = Params<At<M, P>> &
  Query<At<M, P>> &
  Body<At<M, P>>;

type BodyOf<Responses> = {
  [Status in keyof Responses]: Responses[Status] extends {
    readonly content: { readonly 'application/json': infer B };
  }
    ? B
    : undefined;
}[keyof Responses];

/** The body of the response of an operation. */
export type Response<M extends Method, P extends PathOf<M>> =
  At<M, P> extends { readonly responses: infer Responses } ? BodyOf<Responses> : never;

/** An item of a paged list. */
export type ItemOf<P extends PathOf<'GET'>> =
  Response<'GET', P> extends { readonly items: readonly (infer Item)[] } ? Item : never;

/** The arguments of a call: the request, unless the operation takes nothing. */
export type Arguments<M extends Method, P extends PathOf<M>> =
  unknown extends Request<M, P>
    ? [request?: undefined, signal?: AbortSignal]
    : [request: Request<M, P>, signal?: AbortSignal];
