import Type from 'typebox';
import { operation } from '../../kernel/contract/operation.ts';

const Text = Type.String();

/** What operators, monitoring and developers ask of the server itself. */
export const systemContract = {
  getHealth: operation({
    method: 'GET',
    path: '/healthz',
    kind: 'content',
    unlimited: true,
    summary: 'Whether the process lives',
    permission: 'public',
    responses: { 200: Text },
  }),
  getReadiness: operation({
    method: 'GET',
    path: '/readyz',
    kind: 'content',
    unlimited: true,
    summary: 'Whether requests can be served',
    permission: 'public',
    responses: { 200: Text },
  }),
  getMetrics: operation({
    method: 'GET',
    path: '/metrics',
    kind: 'content',
    unlimited: true,
    summary: 'Metrics for Prometheus',
    permission: 'public',
    responses: { 200: Text },
  }),
  getOpenApiDocument: operation({
    method: 'GET',
    path: '/openapi.json',
    kind: 'content',
    summary: 'This API as an OpenAPI 3.1 document',
    permission: 'public',
    responses: { 200: Text },
  }),
  getHomePage: operation({
    method: 'GET',
    path: '/',
    kind: 'content',
    summary: 'What this server is and where to go from here',
    permission: 'public',
    responses: { 200: Text },
  }),
  getAppPage: operation({
    method: 'GET',
    path: '/app/{kind}/{id}',
    kind: 'content',
    hasRestParameter: true,
    summary: 'Where the `app` links of objects lead: how to reach the object through the API',
    permission: 'public',
    responses: { 200: Text },
  }),
};
