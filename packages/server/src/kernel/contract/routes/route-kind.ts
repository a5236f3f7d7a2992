import type { WebSocket } from '@fastify/websocket';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { InFlight } from '../../in-flight.ts';
import type { Operation } from '../operation.ts';
import type { Paging } from '../paging.ts';
import type { VisitorResponse } from '../site-tokens.ts';

/** The handlers of an operation. */
export interface OperationHandlers {
  readonly handle: (input: unknown) => Promise<unknown>;
  /** For requests with a site token; set for operations with `visitors`. */
  readonly handleVisitor: (input: unknown) => Promise<VisitorResponse>;
}

/** An operation that is being mounted, with its handlers. */
export interface Route extends OperationHandlers {
  readonly operationId: string;
  readonly operation: Operation;
  readonly paging: Paging;
  /** The counter of the requests in progress that a request belongs to. */
  readonly inFlightOf: (request: FastifyRequest) => InFlight;
  /** The object of a request as its caller may use it now; undefined without a session or the permission. */
  readonly recheck: (request: FastifyRequest) => Promise<unknown>;
}

/** What differs between the kinds of operations. */
export interface RouteKind {
  /** Registers a body parser other than JSON for the routes of this kind. */
  readonly parseBody?: (app: FastifyInstance) => void;
  /** From an authenticated and authorized request to its response. */
  readonly handlerOf: (route: Route) => RequestHandler;
  /** From an authenticated and authorized handshake to its WebSocket. */
  readonly socketHandlerOf?: (route: Route) => (connection: WebSocket, request: FastifyRequest) => void;
}

/** Handles a request of one route. */
export type RequestHandler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
