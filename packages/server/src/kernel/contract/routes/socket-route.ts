import type { WebSocket } from '@fastify/websocket';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../../errors/errors.ts';
import { Broadcast, INVALID_MESSAGE, NOT_ALLOWED, type Socket } from '../socket.ts';
import { validatorOf } from '../validation.ts';
import { inputReader } from './input.ts';
import type { Route, RouteKind } from './route-kind.ts';

type Message = unknown;

// Proxies close connections that are silent for a minute; a client that is gone is noticed.
const PING_MS = 25_000;

/** Text of a message, as far as the reason of a close may be long. */
const shortened = (text: string): string =>
  Buffer.from(text)
    .subarray(0, 120)
    .toString()
    .replace(/\uFFFD$/, '');

/** An open WebSocket of an operation. Messages that come before somebody listens wait. */
const socketOf = (
  connection: WebSocket,
  request: FastifyRequest,
  { operation, recheck }: Pick<Route, 'operation' | 'recheck'>,
): Socket<Message, Message, unknown> => {
  const check = operation.messages ? validatorOf('body', operation.messages) : () => {};
  let listener: ((message: Message, bytes: number) => void) | undefined;
  let waiting: (readonly [Message, number])[] = [];
  let isAlive = true;

  const close: Socket<Message, Message, unknown>['close'] = (code, reason) =>
    connection.close(code, shortened(reason));
  connection.on('message', (data, isBinary) => {
    const text = String(data);
    try {
      if (isBinary) throw new Error('is not text');
      const message: Message = JSON.parse(text);
      check(message);
      if (listener) listener(message, text.length);
      else waiting.push([message, text.length]);
    } catch (error) {
      close(INVALID_MESSAGE, `This message is not valid: ${(error as Error).message}`);
    }
  });
  // A frame that is malformed or too long closes this connection alone.
  connection.on('error', () => connection.terminate());
  connection.on('pong', () => {
    isAlive = true;
  });
  const ping = setInterval(() => {
    if (!isAlive) return connection.terminate();
    isAlive = false;
    connection.ping();
  }, PING_MS);
  connection.once('close', () => clearInterval(ping));
  return {
    send: (message) => {
      if (connection.readyState !== connection.OPEN) return;
      connection.send(message instanceof Broadcast ? message.text : JSON.stringify(message));
    },
    waitingBytes: () => connection.bufferedAmount,
    close,
    onMessage: (next) => {
      listener = next;
      const early = waiting;
      waiting = [];
      for (const [message, bytes] of early) next(message, bytes);
    },
    onClose: (ended) => {
      if (connection.readyState === connection.CLOSED) ended();
      else connection.once('close', ended);
    },
    recheck: () => recheck(request),
  };
};

/** A WebSocket. A request that is no WebSocket handshake is refused. */
export const socketRoute: RouteKind = {
  handlerOf: () => async () => {
    throw new ApiError(426, 'This operation is a WebSocket: connect with the protocol wss or ws');
  },
  socketHandlerOf: (route) => {
    const inputOf = inputReader(route);
    return (connection, request) => {
      const { caller, subject, ip: address } = request;
      const socket = socketOf(connection, request, route);
      route.handle({ ...inputOf(request), caller, subject, address, socket }).catch((error: unknown) => {
        const isExpected = error instanceof ApiError && error.status < 500;
        if (!isExpected) request.log.error({ err: error }, 'a WebSocket failed');
        socket.close(isExpected ? NOT_ALLOWED : 1011, isExpected ? error.message : 'Internal error');
      });
    };
  },
};
