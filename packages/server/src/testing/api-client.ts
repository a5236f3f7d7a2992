import type { Static, TSchema } from 'typebox';
import type { createDomains } from '../domains.ts';
import type { ErrorBody } from '../kernel/contract/common-schemas.ts';
import type { Domain } from '../kernel/contract/domain.ts';
import type { Operation, PathParam } from '../kernel/contract/operation.ts';

/** A response that was checked against both schemas. */
// biome-ignore lint/suspicious/noExplicitAny: without an operation id, tests read responses of every shape
export interface Answer<Body = any> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

/** Sends any request, also one that no contract allows. */
export type Call = (method: string, path: string, body?: unknown) => Promise<Answer>;

type Contracts = ReturnType<typeof createDomains>['domains'][number]['contract'];
type IdsOf<C> = C extends unknown
  ? { [Id in keyof C]: C[Id] extends { kind: string } ? never : Id }[keyof C]
  : never;

/** The id of an operation of the JSON API, as its contract names it. */
export type OperationId = IdsOf<Contracts> & string;

type OperationOf<Id extends OperationId> = Extract<Contracts, Readonly<Record<Id, Operation>>>[Id];

type Params<Op extends Operation> = [PathParam<Op['path']>] extends [never]
  ? unknown
  : { readonly params: Readonly<Record<PathParam<Op['path']>, string | number>> };
type Query<Op extends Operation> = Op extends { query: infer Q extends TSchema }
  ? { readonly query?: Static<Q> }
  : unknown;
type Body<Op extends Operation> = Op extends { body: infer B extends TSchema }
  ? { readonly body: Static<B> }
  : unknown;

/** A request to an operation: path parameters, query and body as its contract types them. */
export type ApiRequest<Id extends OperationId> = Params<OperationOf<Id>> &
  Query<OperationOf<Id>> &
  Body<OperationOf<Id>>;

type BodyOf<Responses> = {
  [Status in keyof Responses]: Static<Responses[Status] & TSchema>;
}[keyof Responses];

/** The body of the response of an operation. */
export type ApiBody<Id extends OperationId> = BodyOf<OperationOf<Id>['responses']>;

/** A request with values of any type. */
export interface UncheckedRequest {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

/** The response to a request that was refused. */
export interface Refusal {
  readonly status: number;
  readonly error: Static<typeof ErrorBody>['error'];
  /** The fields that the error names, such as `body.title`. */
  readonly paths: readonly string[];
}

/** Calls operations by their id, with the types of their contracts. */
export interface ApiClient {
  /** Calls an operation; throws if it refuses. */
  request<Id extends OperationId>(
    id: Id,
    ...[request]: unknown extends ApiRequest<Id> ? [] : [request: ApiRequest<Id>]
  ): Promise<Answer<ApiBody<Id>>>;
  /** Calls an operation that has to refuse, with values of any type; throws if it succeeds. */
  refusal(id: OperationId, request?: UncheckedRequest): Promise<Refusal>;
}

const pathOf = ({ path }: Operation, { params = {}, query = {} }: UncheckedRequest): string => {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const fields = Object.entries(query).flatMap(([name, value]) =>
    [value]
      .flat()
      .filter((one) => one !== undefined)
      .map((one): [string, string] => [name, String(one)]),
  );
  return fields.length === 0 ? filled : `${filled}?${new URLSearchParams(fields)}`;
};

/** Makes a typed client of a function that sends requests. */
export const apiClientOf = (domains: readonly Domain[], call: Call): ApiClient => {
  const send = async (id: string, request: UncheckedRequest = {}) => {
    const operation = domains.flatMap(({ contract }) => contract[id] ?? [])[0];
    if (!operation) throw new Error(`There is no operation ${id}`);
    return call(operation.method, pathOf(operation, request), request.body);
  };
  const describe = (id: string, { status, body }: Answer) => `${id}: ${status} ${JSON.stringify(body)}`;
  return {
    request: async (id, ...[request]) => {
      const answer = await send(id, request as UncheckedRequest);
      if (answer.status >= 400) throw new Error(describe(id, answer));
      return answer;
    },
    refusal: async (id, request) => {
      const answer = await send(id, request);
      if (answer.status < 400) throw new Error(describe(id, answer));
      const { error } = answer.body as Static<typeof ErrorBody>;
      return { status: answer.status, error, paths: (error.details ?? []).map(({ path }) => path) };
    },
  };
};
