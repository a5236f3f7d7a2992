import type { FastifyReply } from 'fastify';
import { JsonText } from '../json-text.ts';
import type { Operation, RelayResponse } from '../operation.ts';

/** Sends the result of a handler as JSON. With several possible statuses the result names one. */
export const jsonSender = ({ responses }: Operation) => {
  const statuses = Object.keys(responses).map(Number);
  return (reply: FastifyReply, result: unknown): FastifyReply => {
    const { status, body } =
      statuses.length > 1
        ? (result as { status: number; body: unknown })
        : { status: statuses[0]!, body: result };
    return body instanceof JsonText
      ? reply.code(status).type('application/json; charset=utf-8').send(body.text)
      : reply.code(status).send(body);
  };
};

/** Sends a page with its own status and headers. */
export const sendPage = (reply: FastifyReply, { status, headers, content }: RelayResponse): FastifyReply =>
  reply.code(status).headers(headers).send(content);
