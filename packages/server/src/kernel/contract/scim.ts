import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { acceptJsonAs } from '../body-parsers.ts';
import { ApiError } from '../errors/errors.ts';
import { recordError, toApiError } from '../errors/render.ts';

/** The path prefix of the SCIM API. */
export const SCIM_PREFIX = '/scim/v2';

/** The media type of SCIM. */
export const SCIM_TYPE = 'application/scim+json';

const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error';

/** The error types of SCIM (RFC 7644, 3.12). */
export type ScimType =
  | 'invalidFilter'
  | 'invalidPath'
  | 'invalidSyntax'
  | 'invalidValue'
  | 'mutability'
  | 'noTarget'
  | 'tooMany'
  | 'uniqueness';

/** An error with a SCIM error type. */
export class ScimError extends ApiError {
  readonly scimType: ScimType;

  constructor(status: 400 | 409, scimType: ScimType, message: string) {
    super(status, message);
    this.name = 'ScimError';
    this.scimType = scimType;
  }
}

/** The body of a SCIM error response. */
export const ScimErrorBody = Type.Object({
  schemas: Type.Array(Type.Literal(ERROR)),
  scimType: Type.Optional(Type.String()),
  detail: Type.String(),
  status: Type.String(),
});

const typeOf = (error: ApiError): ScimType | undefined => {
  if (error instanceof ScimError) return error.scimType;
  if (error.status !== 400) return undefined;
  return error.details ? 'invalidValue' : 'invalidSyntax';
};

/** Sends an error in the format of SCIM. */
export const renderScimError = (
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply => {
  const known = toApiError(error);
  recordError(known, error, request, reply);
  const scimType = typeOf(known);
  return reply
    .code(known.status)
    .type(SCIM_TYPE)
    .send({
      schemas: [ERROR],
      ...(scimType && { scimType }),
      detail: known.message,
      status: String(known.status),
    });
};

/** Accepts bodies of the SCIM media type. */
export const acceptScimJson = (app: FastifyInstance): void => acceptJsonAs(app, SCIM_TYPE);

/** Whether an If-Match or If-None-Match header matches a version; weak and strong tags are equal. */
export const matchesVersion = (header: string, version: string): boolean =>
  header.trim() === '*' ||
  header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === version.replace(/^W\//, ''));

/** Sets the ETag and Location of a resource. Returns whether the client has this version already. */
export const setResourceHeaders = (
  { method, headers }: Pick<FastifyRequest, 'method' | 'headers'>,
  reply: FastifyReply,
  body: unknown,
): boolean => {
  const { version, location } =
    (body as { meta?: { version?: string; location?: string } } | undefined)?.meta ?? {};
  reply.type(SCIM_TYPE);
  if (version !== undefined) reply.header('etag', version);
  if (location !== undefined) reply.header('location', location);
  const known = method === 'GET' || method === 'HEAD' ? headers['if-none-match'] : undefined;
  return known !== undefined && version !== undefined && matchesVersion(known, version);
};
