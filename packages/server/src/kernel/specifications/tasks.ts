import { normalize, upgradeFromTwoToThree } from '@scalar/openapi-parser';
import { OTHER_FILES, type PartOf, partOf, type Readable, refsToFiles } from './part.ts';

const LONGEST = 32 * 1024 * 1024;

/** A specification as it is kept: OpenAPI 3 as JSON text, and the other files that it refers to. */
export interface ReadSpecification {
  readonly json: string;
  /** Names of files, without folders. */
  readonly files: readonly string[];
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Somebody's text as OpenAPI 3. */
const specificationIn = (text: string): ReadSpecification | undefined => {
  const parsed: unknown = normalize(text.replace(/^\uFEFF/, ''));
  const document: unknown = isObject(parsed) ? upgradeFromTwoToThree(parsed) : undefined;
  if (!isObject(document)) return undefined;
  const { 'x-webhooks': early, ...rest } = document;
  const whole = early === undefined ? rest : { webhooks: early, ...rest };
  const json = JSON.stringify(whole);
  return json.length > LONGEST ? undefined : { json, files: refsToFiles(whole) };
};

/** What is done with specifications: from text to text, so that it can be done in another thread. */
export const tasks = {
  /** A specification that somebody wrote, JSON or YAML; undefined for what is none. */
  read: (text: string): ReadSpecification | undefined => {
    try {
      return specificationIn(text);
    } catch {
      // Whatever is wrong with it: who reads the page did not write it, and is not told.
      return undefined;
    }
  },

  /** The part of a specification that some blocks of a page show, with what that refers to, as JSON text. */
  part: (json: string, wanted: readonly PartOf[], others: Readonly<Record<string, string>>): string =>
    JSON.stringify(
      partOf(
        {
          ...(JSON.parse(json) as Readable),
          [OTHER_FILES]: Object.fromEntries(
            Object.entries(others).map(([name, text]) => [name, JSON.parse(text)]),
          ),
        },
        wanted,
      ),
    ),
};

/** The name of a task. */
export type TaskName = keyof typeof tasks;
