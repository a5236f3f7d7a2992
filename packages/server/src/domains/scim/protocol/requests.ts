import { isVersion, ScimError } from '../../../kernel/contract/scim.ts';
import { violates } from '../../../kernel/database/database-errors.ts';
import { ApiError, notFound } from '../../../kernel/errors/errors.ts';
import { type Filter, parseFilter } from './parse-filter.ts';
import { spanOf, versionTag } from './schemas.ts';

/** What is asked of a list. */
export interface ListWish {
  readonly filter?: string;
  readonly startIndex?: number;
  readonly count?: number;
}

/** A part of a list, and a filter that was read. */
export const readList = ({
  filter: text,
  ...span
}: ListWish): ReturnType<typeof spanOf> & { filter: Filter | undefined } => {
  if (!text?.trim()) return { filter: undefined, ...spanOf(span) };
  const filter = parseFilter(text);
  if (!filter.ok) throw new ScimError(400, 'invalidFilter', `filter: ${filter.problem}`);
  return { filter: filter.value, ...spanOf(span) };
};

/** The resource that a request is meant for: it has to be there, and in the version that the request names. */
export const meant = <Row extends { version: string }>(
  row: Row | undefined,
  what: string,
  ifMatch: string | undefined,
): Row => {
  if (!row) throw notFound(what);
  if (ifMatch !== undefined && !isVersion(ifMatch, versionTag(row.version)))
    throw new ApiError(412, `The ${what} is not in this version any more: it is ${versionTag(row.version)}`);
  return row;
};

/** Runs a command; what breaks one of these constraints is told by the attribute that is taken. */
export const unlessTaken = async <T>(
  constraints: Readonly<Record<string, string>>,
  command: () => Promise<T>,
): Promise<T> => {
  try {
    return await command();
  } catch (error) {
    for (const [constraint, attribute] of Object.entries(constraints))
      if (violates(error, constraint)) throw taken(attribute);
    throw error;
  }
};

/** 409: another resource of the identity provider has this value. */
export const taken = (attribute: string): ScimError =>
  new ScimError(409, 'uniqueness', `${attribute}: is that of another resource already`);
