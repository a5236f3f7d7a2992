import { createHash } from 'node:crypto';
import type { Document } from '@lectern/document';
import { normalize } from '@scalar/openapi-parser';
import { tasks as markdown } from '../markdown/tasks.ts';
import {
  bundled,
  type NamedFile,
  placeIn,
  type Refusal,
  type TakenFile,
  takeFile,
  type WantedFile,
  wantedFiles,
} from './bundle.ts';
import { storable } from './errors.ts';
import { type OutlinedPage, type OutlineOptions, outlineOf } from './outline.ts';
import { descriptionsIn, OTHER_FILES, type PartOf, partOf, type Readable, refsToFiles } from './extract-parts.ts';
import { broughtIn, isSwagger, upgradedSwagger } from './swagger.ts';

const LONGEST = 32 * 1024 * 1024;
// As much as a page shows.
const LONGEST_DESCRIPTION = 20_000;
const MOST_DESCRIBED = 150_000;

/** A specification as it is kept: OpenAPI 3 as JSON text, and the other files that it refers to. */
export interface ReadSpecification {
  readonly json: string;
  /** Names of files, without folders. */
  readonly files: readonly string[];
}

/** A specification with all its files in one document, and what names that. */
export interface BundledSpecification {
  readonly json: string;
  readonly hash: string;
}

/** A part of a specification, with the blocks of what is described in it. */
export interface SpecificationPart {
  readonly document: Readable;
  /** By Markdown: a page has hundreds of descriptions, which are not to be read while others wait. */
  readonly described: readonly (readonly [markdown: string, nodes: Document['nodes']])[];
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const describedIn = (document: Readable): SpecificationPart['described'] => {
  let room = MOST_DESCRIBED;
  const texts = new Set(descriptionsIn(document).map((text) => text.slice(0, LONGEST_DESCRIPTION)));
  return [...texts].flatMap((text) => {
    room -= text.length;
    return room < 0 ? [] : [[text, (JSON.parse(markdown.document(text)) as Document).nodes] as const];
  });
};

/** A document as OpenAPI 3, with webhooks where 3.1 has them. */
const upgraded = (document: Record<string, unknown>): Readable => {
  const three = isSwagger(document) ? upgradedSwagger(broughtIn(document).document) : document;
  const { 'x-webhooks': early, ...rest } = three;
  return early === undefined ? rest : { webhooks: early, ...rest };
};

/** Somebody's text as OpenAPI 3. */
const specificationIn = (text: string): ReadSpecification | undefined => {
  const parsed: unknown = storable(normalize(text.replace(/^\uFEFF/, '')), text);
  if (!isObject(parsed)) return undefined;
  const whole = upgraded(parsed);
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

  /** The pages that a specification has for itself. */
  outline: (json: string, wish: OutlineOptions): OutlinedPage[] =>
    outlineOf(JSON.parse(json) as Readable, wish),

  /** A file of a specification as an organization keeps it, or all that is wrong with it. */
  take: (text: string, isFirst: boolean): Promise<TakenFile | Refusal> => takeFile(text, isFirst),

  /** The files that are missing of a specification. */
  wanted: (files: readonly Pick<NamedFile, 'url' | 'json'>[]): WantedFile[] => wantedFiles(files),

  /** Where something stands in a file, as people are told of it. */
  place: (text: string, path: readonly string[]): string => placeIn(text, path),

  /** All files of a specification as one document of OpenAPI 3. */
  bundle: async (files: readonly NamedFile[]): Promise<BundledSpecification | Refusal> => {
    const whole = await bundled(files, upgraded);
    if ('errors' in whole) return whole;
    return { ...whole, hash: createHash('sha256').update(whole.json).digest('hex') };
  },

  /** The part of a specification that some blocks of a page show, with what that refers to, as JSON text. */
  part: (json: string, wanted: readonly PartOf[], others: Readonly<Record<string, string>>): string => {
    const files = Object.entries(others).map(([name, text]) => [name, JSON.parse(text)]);
    const whole = { ...(JSON.parse(json) as Readable), [OTHER_FILES]: Object.fromEntries(files) };
    const document = partOf(whole, wanted);
    return JSON.stringify({ document, described: describedIn(document) } satisfies SpecificationPart);
  },
};

/** The name of a task. */
export type TaskName = keyof typeof tasks;
