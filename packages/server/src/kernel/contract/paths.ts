import { isJsonOperation, type Operation, restParameterOf } from './operation.ts';

/** The prefix of the JSON API and of its events. All other operations live outside it. */
export const API_PREFIX = '/v1';

/** Path of the sign-in page. */
export const LOGIN_PATH = '/login';

/** The path of an operation on the server. */
export const pathOf = (operation: Operation): string =>
  isJsonOperation(operation) || operation.kind === 'events' || operation.kind === 'socket'
    ? API_PREFIX + operation.path
    : operation.path;

/** The path of an operation in Fastify's syntax. */
export const routePathOf = (operation: Operation): string =>
  pathOf(operation)
    .replace(`{${restParameterOf(operation)}}`, '*')
    .replaceAll(/\{(\w+)\}/g, ':$1')
    .replace(/\/$/, '') || '/';
