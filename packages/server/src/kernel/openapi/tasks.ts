import { createHash } from 'node:crypto';
import { type Document, isRecord } from '@lectern/document';
import { normalize } from '@scalar/openapi-parser';
import { tasks as markdown } from '../markdown/tasks.ts';
import {
  bundleFiles,
  findMissingFiles,
  type InvalidSpecification,
  locationIn,
  type MissingFile,
  type ParsedFile,
  parseFile,
  type SpecificationFile,
} from './bundle.ts';
import { withoutNul } from './errors.ts';
import {
  extractParts,
  findDescriptions,
  OTHER_FILES,
  type PartSelector,
  referencedFiles,
  type SpecificationDocument,
} from './extract-parts.ts';
import { type GeneratedPage, generatePages, type PageGenerationOptions } from './generate-pages.ts';
import { inlineSwaggerReferences, isSwagger, upgradeSwagger } from './swagger.ts';

const MAX_LENGTH = 32 * 1024 * 1024;
// The length that a page shows.
const MAX_DESCRIPTION_LENGTH = 20_000;
const MAX_DESCRIPTIONS_LENGTH = 150_000;

/** A parsed specification: OpenAPI 3 as JSON text, and the names of other files that it refers to. */
export interface ReadSpecification {
  readonly json: string;
  /** File names without folders. */
  readonly files: readonly string[];
}

/** A specification with all its files in one document, and its hash. */
export interface BundledSpecification {
  readonly json: string;
  readonly hash: string;
}

/** A part of a specification, with its descriptions as blocks. */
export interface SpecificationPart {
  readonly document: SpecificationDocument;
  /** Parsed here, by Markdown text, because a page has hundreds of descriptions. */
  readonly described: readonly (readonly [markdown: string, nodes: Document['nodes']])[];
}

const parseDescriptions = (document: SpecificationDocument): SpecificationPart['described'] => {
  let remaining = MAX_DESCRIPTIONS_LENGTH;
  const texts = new Set(findDescriptions(document).map((text) => text.slice(0, MAX_DESCRIPTION_LENGTH)));
  return [...texts].flatMap((text) => {
    remaining -= text.length;
    return remaining < 0 ? [] : [[text, (JSON.parse(markdown.document(text)) as Document).nodes] as const];
  });
};

/** Upgrades a document to OpenAPI 3, with webhooks as in version 3.1. */
const upgrade = (document: Record<string, unknown>): SpecificationDocument => {
  const version3 = isSwagger(document)
    ? upgradeSwagger(inlineSwaggerReferences(document).document)
    : document;
  const { 'x-webhooks': xWebhooks, ...rest } = version3;
  return xWebhooks === undefined ? rest : { webhooks: xWebhooks, ...rest };
};

/** Parses a text as OpenAPI 3. */
const parseSpecification = (text: string): ReadSpecification | undefined => {
  const parsed: unknown = withoutNul(normalize(text.replace(/^\uFEFF/, '')), text);
  if (!isRecord(parsed)) return undefined;
  const whole = upgrade(parsed);
  const json = JSON.stringify(whole);
  return json.length > MAX_LENGTH ? undefined : { json, files: referencedFiles(whole) };
};

/** The tasks of the specification threads; inputs and outputs can be passed between threads. */
export const tasks = {
  /** Parses a specification in JSON or YAML; undefined if it is invalid. */
  read: (text: string): ReadSpecification | undefined => {
    try {
      return parseSpecification(text);
    } catch {
      // Readers of a page cannot fix the specification, so the error is not shown.
      return undefined;
    }
  },

  /** Generates the pages of a specification. */
  generatePages: (json: string, options: PageGenerationOptions): GeneratedPage[] =>
    generatePages(JSON.parse(json) as SpecificationDocument, options),

  /** Parses a file of a specification, or returns its errors. */
  parseFile: (text: string, isFirst: boolean): Promise<ParsedFile | InvalidSpecification> =>
    parseFile(text, isFirst),

  /** The files of a specification that have not been loaded. */
  missingFiles: (files: readonly Pick<SpecificationFile, 'url' | 'json'>[]): MissingFile[] =>
    findMissingFiles(files),

  /** The location of a value in a file, for error messages. */
  locate: (text: string, path: readonly string[]): string => locationIn(text, path),

  /** Bundles the files of a specification into one OpenAPI 3 document. */
  bundle: async (
    files: readonly SpecificationFile[],
  ): Promise<BundledSpecification | InvalidSpecification> => {
    const whole = await bundleFiles(files, upgrade);
    if ('errors' in whole) return whole;
    return { ...whole, hash: createHash('sha256').update(whole.json).digest('hex') };
  },

  /** The parts of a specification that a page shows, as JSON text. */
  part: (
    json: string,
    selectors: readonly PartSelector[],
    others: Readonly<Record<string, string>>,
  ): string => {
    const files = Object.entries(others).map(([name, text]) => [name, JSON.parse(text)]);
    const whole = {
      ...(JSON.parse(json) as SpecificationDocument),
      [OTHER_FILES]: Object.fromEntries(files),
    };
    const document = extractParts(whole, selectors);
    return JSON.stringify({ document, described: parseDescriptions(document) } satisfies SpecificationPart);
  },
};

/** The name of a task. */
export type TaskName = keyof typeof tasks;
