import Type from 'typebox';
import { Empty } from '../../kernel/contract/common-schemas.ts';
import { operation } from '../../kernel/contract/operation.ts';

const Text = Type.String();

/** Health checks, metrics, the OpenAPI document and the home page. */
export const systemContract = {
  getHealth: operation({
    method: 'GET',
    path: '/healthz',
    kind: 'content',
    unlimited: true,
    summary: 'Check that the server is running (liveness)',
    permission: 'public',
    responses: { 200: Text },
  }),
  getReadiness: operation({
    method: 'GET',
    path: '/readyz',
    kind: 'content',
    unlimited: true,
    summary: 'Check that the server can handle requests (readiness)',
    permission: 'public',
    responses: { 200: Text },
  }),
  getMetrics: operation({
    method: 'GET',
    path: '/metrics',
    kind: 'content',
    unlimited: true,
    summary: 'Get metrics for Prometheus',
    permission: 'public',
    responses: { 200: Text },
  }),
  getOpenApiDocument: operation({
    method: 'GET',
    path: '/openapi.json',
    kind: 'content',
    summary: 'Get this API as an OpenAPI 3.1 document',
    permission: 'public',
    responses: { 200: Text },
  }),
  getHomePage: operation({
    method: 'GET',
    path: '/',
    kind: 'page',
    summary: 'Redirect to the console, or to the sign-in page',
    permission: 'authenticated',
    responses: { 303: Empty },
  }),
};
