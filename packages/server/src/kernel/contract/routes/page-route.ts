import type { RouteOptions } from 'fastify';
import { acceptForms } from '../../body-parsers.ts';
import { recordError, renderError, toApiError } from '../../errors/render.ts';
import { acceptsHtml } from '../authentication.ts';
import type { Domain } from '../domain.ts';
import type { PageResponse } from '../operation.ts';
import { rejectInvalidText, type Validator, validatorOf } from '../validation.ts';
import type { RouteKind } from './route-kind.ts';
import { sendPage } from './send.ts';

/** Pages for browsers: forms in, HTML out. */
export const pageRoute: RouteKind = {
  parseBody: acceptForms,
  handlerOf: ({ operation, handle, inFlightOf }) => {
    const checkBody: Validator = operation.body ? validatorOf('body', operation.body) : () => {};
    return async (request, reply) => {
      const { params, caller, subject, ip: address, host, originalUrl: url, headers } = request;
      rejectInvalidText('body', request.body);
      const body = operation.body && request.body === undefined ? {} : request.body;
      checkBody(body);
      const browserRequest = { host, url, headers, body: request.body, address };
      const page = await inFlightOf(request).run(() =>
        handle({ params, caller, subject, body, request: browserRequest }),
      );
      return sendPage(reply, page as PageResponse);
    };
  },
};

/** Shows errors of a page route as a page to browsers, also those that occur before its handler. */
export const errorPages =
  (render: NonNullable<Domain['errorPage']>): NonNullable<RouteOptions['errorHandler']> =>
  (error, request, reply) => {
    if (!acceptsHtml(request)) return renderError(error, request, reply);
    const known = toApiError(error);
    recordError(known, error, request, reply);
    return sendPage(reply, render(known));
  };
