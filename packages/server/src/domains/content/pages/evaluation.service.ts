import {
  type Document,
  type DocumentEvaluation,
  type ExpressionContext,
  evaluateDocument,
  type PageRecord,
  printMarkdown,
} from '@lectern/document';
import { createPromiseCache } from '../../../kernel/promise-cache.ts';
import type { ContentService, RevisionSnapshot, Snapshot } from './content.service.ts';
import { includeReusableContents } from './include-reusable-contents.ts';

/** The modes that leave something unevaluated. */
const PARTLY = {
  'deterministic-only': { only: 'deterministic' },
  'expressions-only': { only: 'deterministic', keepsConditions: true },
} as const satisfies Record<string, DocumentEvaluation>;

/** Whether expressions of a body are evaluated, and whether reusable contents are included in it. */
export interface EvaluationOptions {
  readonly evaluated?: 'true' | 'false' | keyof typeof PARTLY | undefined;
  readonly dereferenced?: 'reusable-contents' | undefined;
}

/** A page or reusable content whose body is evaluated. */
type BodyOwner = Pick<PageRecord, 'body' | 'variables'>;

type Claims = Readonly<Record<string, unknown>>;

interface Evaluated {
  readonly document: Document;
  /** Whether there was nothing to evaluate or to include. */
  readonly isAsStored: boolean;
}

const MAX_CACHED_CHARACTERS = 32 * 1024 * 1024;

const isAsStored = ({ evaluated, dereferenced }: EvaluationOptions) =>
  (evaluated === undefined || evaluated === 'false') && dereferenced === undefined;

// Always evaluated: conditions may hide content from this visitor.
const forVisitors = (options: EvaluationOptions): EvaluationOptions => ({
  ...options,
  evaluated: options.evaluated === 'deterministic-only' ? options.evaluated : 'true',
});

/** Evaluates the expressions of bodies and includes reusable contents in them. */
export const createEvaluationService = (content: ContentService) => {
  // A snapshot never changes, and printing a long page takes seconds.
  const texts = createPromiseCache<string>({
    maxSize: MAX_CACHED_CHARACTERS,
    sizeOf: (text, key) => text.length + key.length,
  });

  const evaluate = async (
    from: Snapshot,
    { body, variables = {} }: BodyOwner,
    options: EvaluationOptions,
    context: ExpressionContext = {},
  ): Promise<Evaluated> => {
    const stored = await content.parsedDocument(from, body);
    const included = options.dereferenced ? await includeReusableContents(content, from, stored) : stored;
    const document =
      options.evaluated !== undefined && options.evaluated !== 'false'
        ? evaluateDocument(
            included,
            { ...context, space: { vars: await content.variables(from) }, page: { vars: variables } },
            options.evaluated === 'true' ? {} : PARTLY[options.evaluated],
          )
        : included;
    return { document, isAsStored: document === stored };
  };

  /** The text of a body, which is as stored if nothing changes in it. */
  const textOf = async (
    from: Snapshot,
    owner: BodyOwner,
    evaluated: Evaluated,
    format: 'document' | 'markdown',
  ): Promise<string> => {
    if (evaluated.isAsStored) return content[format](from, owner.body);
    return format === 'markdown' ? printMarkdown(evaluated.document) : JSON.stringify(evaluated.document);
  };

  const cachedText = (
    from: Snapshot | RevisionSnapshot,
    owner: BodyOwner,
    options: EvaluationOptions,
    format: 'document' | 'markdown',
  ): Promise<string> => {
    if (isAsStored(options)) return content[format](from, owner.body);
    const load = async () => textOf(from, owner, await evaluate(from, owner, options), format);
    if (!('revision' in from)) return load();
    const key = JSON.stringify([
      ...[from.space.organization_id, from.revision.root, owner.body, owner.variables],
      ...[options.evaluated, options.dereferenced, format],
    ]);
    return texts.get(key, load);
  };

  const byDefault: EvaluationOptions = { dereferenced: 'reusable-contents' };

  return {
    /** The document of a body, evaluated for a visitor with these claims. */
    evaluateForVisitor: async (
      from: Snapshot,
      owner: BodyOwner,
      claims: Claims,
      options = byDefault,
    ): Promise<Document> =>
      (await evaluate(from, owner, forVisitors(options), { visitor: { claims } })).document,

    /** The Markdown of a body, evaluated for a visitor with these claims. */
    markdownForVisitor: async (
      from: Snapshot,
      owner: BodyOwner,
      claims: Claims,
      options = byDefault,
    ): Promise<string> =>
      textOf(
        from,
        owner,
        await evaluate(from, owner, forVisitors(options), { visitor: { claims } }),
        'markdown',
      ),

    /** The document of a body, as JSON. */
    documentJson: (
      from: Snapshot | RevisionSnapshot,
      owner: BodyOwner,
      options: EvaluationOptions,
    ): Promise<string> => cachedText(from, owner, options, 'document'),

    /** The Markdown of a body. */
    markdownText: (from: RevisionSnapshot, owner: BodyOwner, options: EvaluationOptions): Promise<string> =>
      cachedText(from, owner, options, 'markdown'),
  };
};

/** Evaluates the bodies of pages and reusable contents. */
export type EvaluationService = ReturnType<typeof createEvaluationService>;
