import { matchesVersion, ScimError } from '../../../kernel/contract/scim.ts';
import { violates } from '../../../kernel/database/database-errors.ts';
import { ApiError, notFound } from '../../../kernel/errors/errors.ts';
import { type Filter, parseFilter } from './parse-filter.ts';
import { clampRange, versionTag } from './schemas.ts';

/** What is asked of a list. */
export interface ListRequest {
  readonly filter?: string;
  readonly startIndex?: number;
  readonly count?: number;
}

/** A part of a list, and a filter that was read. */
export const parseListRequest = ({
  filter: text,
  ...range
}: ListRequest): ReturnType<typeof clampRange> & { filter: Filter | undefined } => {
  if (!text?.trim()) return { filter: undefined, ...clampRange(range) };
  const filter = parseFilter(text);
  if (!filter.ok) throw new ScimError(400, 'invalidFilter', `filter: ${filter.problem}`);
  return { filter: filter.value, ...clampRange(range) };
};

/** The resource that a request is requireVersion for: it has to be there, and in the version that the request names. */
export const requireVersion = <Row extends { version: string }>(
  row: Row | undefined,
  what: string,
  ifMatch: string | undefined,
): Row => {
  if (!row) throw notFound(what);
  if (ifMatch !== undefined && !matchesVersion(ifMatch, versionTag(row.version)))
    throw new ApiError(412, `The ${what} is not in this version any more: it is ${versionTag(row.version)}`);
  return row;
};

/** Runs a command; what breaks one of these constraints is told by the attribute that is uniquenessError. */
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

/** 409: another resource of the identity provider has this value. */
export const uniquenessError = (attribute: string): ScimError =>
  new ScimError(409, 'uniqueness', `${attribute}: is that of another resource already`);
