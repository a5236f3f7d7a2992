import { matchesVersion, ScimError } from '../../../kernel/contract/scim.ts';
import { violates } from '../../../kernel/database/database-errors.ts';
import { ApiError, notFound } from '../../../kernel/errors/errors.ts';
import { type Filter, parseFilter } from './parse-filter.ts';
import { clampRange, versionTag } from './schemas.ts';

/** The query of a list request. */
export interface ListRequest {
  readonly filter?: string;
  readonly startIndex?: number;
  readonly count?: number;
}

/** Parses the query of a list request. */
export const parseListRequest = ({
  filter: text,
  ...range
}: ListRequest): ReturnType<typeof clampRange> & { filter: Filter | undefined } => {
  if (!text?.trim()) return { filter: undefined, ...clampRange(range) };
  const filter = parseFilter(text);
  if (!filter.ok) throw new ScimError(400, 'invalidFilter', `filter: ${filter.problem}`);
  return { filter: filter.value, ...clampRange(range) };
};

/** Returns the resource of a request: 404 when it does not exist, 412 when its version does not match. */
export const requireVersion = <Row extends { version: string }>(
  row: Row | undefined,
  what: string,
  ifMatch: string | undefined,
): Row => {
  if (!row) throw notFound(what);
  if (ifMatch !== undefined && !matchesVersion(ifMatch, versionTag(row.version)))
    throw new ApiError(
      412,
      `The version in If-Match is outdated: the current version of the ${what} is ${versionTag(row.version)}`,
    );
  return row;
};

/** Runs a command and converts violations of unique constraints to SCIM errors. */
export const withUniquenessErrors = async <T>(
  constraints: Readonly<Record<string, string>>,
  command: () => Promise<T>,
): Promise<T> => {
  try {
    return await command();
  } catch (error) {
    for (const [constraint, attribute] of Object.entries(constraints))
      if (violates(error, constraint)) throw uniquenessError(attribute);
    throw error;
  }
};

/** The SCIM error 409: another resource of the identity provider has this value. */
export const uniquenessError = (attribute: string): ScimError =>
  new ScimError(409, 'uniqueness', `The ${attribute} is already used by another resource`);
