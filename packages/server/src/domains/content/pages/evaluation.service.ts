import {
  type Document,
  type ExpressionContext,
  evaluateDocument,
  type PageRecord,
  printMarkdown,
} from '@lectern/document';
import type { ContentService, Snapshot } from './content.service.ts';
import { includeReusableContents } from './include-reusable-contents.ts';

/** Whether expressions of a body are evaluated, and whether reusable contents are included in it. */
export interface EvaluationOptions {
  readonly evaluated?: 'true' | 'false' | 'deterministic-only' | undefined;
  readonly dereferenced?: 'reusable-contents' | undefined;
}

/** A page or reusable content whose body is evaluated. */
type BodyOwner = Pick<PageRecord, 'body' | 'variables'>;

const isAsStored = ({ evaluated, dereferenced }: EvaluationOptions) =>
  (evaluated === undefined || evaluated === 'false') && dereferenced === undefined;

/** Evaluates the expressions of bodies and includes reusable contents in them. */
export const createEvaluationService = (content: ContentService) => {
  const evaluate = async (
    from: Snapshot,
    { body, variables = {} }: BodyOwner,
    options: EvaluationOptions,
    context: ExpressionContext = {},
  ): Promise<Document> => {
    const stored = await content.parsedDocument(from, body);
    const document = options.dereferenced ? await includeReusableContents(content, from, stored) : stored;
    if (options.evaluated === undefined || options.evaluated === 'false') return document;
    return evaluateDocument(
      document,
      { ...context, space: { vars: await content.variables(from) }, page: { vars: variables } },
      options.evaluated === 'deterministic-only' ? { only: 'deterministic' } : {},
    );
  };

  return {
    /** The document of a body, evaluated for a visitor with these claims. */
    evaluateForVisitor: (
      from: Snapshot,
      owner: BodyOwner,
      claims: Readonly<Record<string, unknown>>,
      options: EvaluationOptions = { dereferenced: 'reusable-contents' },
    ): Promise<Document> => {
      // Always evaluated: conditions may hide content from this visitor.
      const evaluated = options.evaluated === 'deterministic-only' ? options.evaluated : 'true';
      return evaluate(from, owner, { ...options, evaluated }, { visitor: { claims } });
    },

    /** The document of a body, as JSON. */
    documentJson: async (from: Snapshot, owner: BodyOwner, options: EvaluationOptions): Promise<string> =>
      isAsStored(options)
        ? content.document(from, owner.body)
        : JSON.stringify(await evaluate(from, owner, options)),

    /** The Markdown of a body. */
    markdownText: async (from: Snapshot, owner: BodyOwner, options: EvaluationOptions): Promise<string> =>
      isAsStored(options)
        ? content.markdown(from, owner.body)
        : printMarkdown(await evaluate(from, owner, options)),
  };
};

/** Evaluates the bodies of pages and reusable contents. */
export type EvaluationService = ReturnType<typeof createEvaluationService>;
