import type { FastifyRequest } from 'fastify';
import { rejectInvalidText, type Validator, validatorOf } from '../validation.ts';
import type { Route } from './route-kind.ts';

type Query = Record<string, unknown>;

/** Reads and validates the query, body and page of a request. */
export const inputReader = ({ operationId, operation, paging }: Route) => {
  const checkQuery: Validator = operation.query ? validatorOf('query', operation.query) : () => {};
  const checkBody: Validator = operation.body ? validatorOf('body', operation.body) : () => {};
  const isPaged = 'limit' in ((operation.query as { properties?: object } | undefined)?.properties ?? {});
  return (request: FastifyRequest) => {
    const { params } = request;
    const query = request.query as Query;
    // An unexpected body is ignored, like unknown fields; a missing one is validated as an empty object.
    const body = operation.body ? (request.body === undefined ? {} : request.body) : undefined;
    rejectInvalidText('query', query);
    checkQuery(query);
    rejectInvalidText('body', body);
    checkBody(body);
    const page = isPaged
      ? paging.request(listKey(operationId, params, query), query as Record<string, never>)
      : undefined;
    return { params, query, body, page };
  };
};

// A page token is valid for one list: the same operation, path parameters and filters.
const listKey = (operationId: string, params: unknown, { page: _, limit: __, ...filters }: Query) =>
  JSON.stringify([operationId, params, Object.entries(filters).sort()]);
