import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { acceptJsonAs } from '../body-parsers.ts';
import { ApiError } from '../errors/errors.ts';
import { recordError, toApiError } from '../errors/render.ts';

/** Where identity providers find what they provision. */
export const SCIM_PREFIX = '/scim/v2';

/** What SCIM calls JSON. */
export const SCIM_TYPE = 'application/scim+json';

const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error';

/** The reasons that SCIM has names for (RFC 7644, 3.12). */
export type ScimType =
  | 'invalidFilter'
  | 'invalidPath'
  | 'invalidSyntax'
  | 'invalidValue'
  | 'mutability'
  | 'noTarget'
  | 'tooMany'
  | 'uniqueness';

/** A failure that SCIM has a name for. */
export class ScimError extends ApiError {
  readonly scimType: ScimType;

  constructor(status: 400 | 409, scimType: ScimType, message: string) {
    super(status, message);
    this.name = 'ScimError';
    this.scimType = scimType;
  }
}

/** The body of an error answer to an identity provider. */
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

/** An error in the form that identity providers know. */
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

/** Bodies by the name that SCIM has for JSON, too. */
export const acceptScimJson = (app: FastifyInstance): void => acceptJsonAs(app, SCIM_TYPE);

/** Whether a header names a version: `*`, or one of a list of tags, whether they are weak or not. */
export const isVersion = (header: string, version: string): boolean =>
  header.trim() === '*' ||
  header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === version.replace(/^W\//, ''));

/** Marks an answer with the version and the place of the one thing that it is about; says whether whoever asks has it. */
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
  return known !== undefined && version !== undefined && isVersion(known, version);
};
