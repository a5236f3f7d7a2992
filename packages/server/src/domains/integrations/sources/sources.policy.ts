import { type ContentRef, isSafeUrl } from '@lectern/document';
import type { Static } from 'typebox';
import { rejectInvalidText, type Validator, validatorOf } from '../../../kernel/contract/validation.ts';
import { invalid } from '../../../kernel/errors/errors.ts';
import { IntegrationSource, PageSource } from '../../content/index.ts';
import {
  AnsweredDocument,
  type AnsweredFile,
  AnsweredPage,
  AnsweredRevision,
  DEEPEST,
  MOST_PAGES,
} from './sources.contract.ts';

/** A page that a source has. */
export interface SourcePage {
  /** Names it among the pages of the source, also the next time. */
  readonly key: string;
  readonly kind: 'page' | 'group' | 'link' | 'computed';
  readonly title: string;
  readonly slug?: string | undefined;
  readonly description?: string | undefined;
  readonly emoji?: string | undefined;
  readonly icon?: string | undefined;
  /** Where a link leads. */
  readonly target?: ContentRef | undefined;
  /** What the body is computed from. */
  readonly document?: IntegrationSource | undefined;
  /** What the pages are computed from that stand for this one. */
  readonly computed?: PageSource | undefined;
  readonly children: readonly SourcePage[];
}

/** What a source consists of. */
export interface SourceContent {
  readonly pages: readonly SourcePage[];
  readonly files: readonly AnsweredFile[];
}

const PREFIX = 'integration:';

/** The integration of a source, and what it calls the source; undefined for what is built in. */
export const sourceNamed = (type: string): { integration: string; sourceId: string } | undefined => {
  const [integration, sourceId, ...more] = type.startsWith(PREFIX)
    ? type.slice(PREFIX.length).split(':')
    : [];
  return integration && sourceId && more.length === 0 ? { integration, sourceId } : undefined;
};

/** What of others a source depends on, by names. */
export const dependenciesOf = ({ dependencies = {} }: IntegrationSource): string[] => [
  ...new Set(
    Object.values(dependencies).map(({ ref }) =>
      ref.kind === 'space' ? `space:${ref.space}` : `openapi:${ref.spec.toLowerCase()}`,
    ),
  ),
];

const isOf = (integration: string, type: string): boolean =>
  sourceNamed(type)?.integration.toLowerCase() === integration.toLowerCase();

/** Reads what scripts answer; throws what is wrong with it, and where. */
export const createAnswerReader = () => {
  const check = {
    revision: validatorOf('body', AnsweredRevision),
    document: validatorOf('body', AnsweredDocument),
    page: validatorOf('body', AnsweredPage),
    pageSource: validatorOf('body', PageSource),
    documentSource: validatorOf('body', IntegrationSource),
  };

  const sourceIn = <T extends PageSource>(integration: string, value: unknown, validate: Validator): T => {
    validate(value);
    const source = value as T;
    if (source.type.startsWith(PREFIX) && !isOf(integration, source.type))
      throw invalid({ path: 'body.type', message: 'must be a source of the same integration' });
    return source;
  };

  const readPages = (integration: string, values: readonly unknown[]): SourcePage[] => {
    let count = 0;
    const names = new Set<string>();
    const keyOf = (page: AnsweredPage, above: string): string => {
      if (page.id !== undefined) return page.id;
      const own = `${above}/${page.slug ?? page.title}`;
      for (let number = 1; ; number++) {
        const key = number === 1 ? own : `${own}/${number}`;
        if (!names.has(key)) return key;
      }
    };
    const within = <T>(at: string, work: () => T): T => {
      try {
        return work();
      } catch (error) {
        const [detail] = (error as { details?: readonly { path: string; message: string }[] }).details ?? [];
        if (!detail?.path.startsWith('body')) throw error;
        throw invalid({ path: detail.path.replace('body', at), message: detail.message });
      }
    };
    const read = (value: unknown, at: string, above: string, depth: number): SourcePage => {
      if (++count > MOST_PAGES)
        throw invalid({ path: 'pages', message: `must be at most ${MOST_PAGES} in all` });
      if (depth > DEEPEST) throw invalid({ path: at, message: `must be at most ${DEEPEST} levels deep` });
      within(at, () => check.page(value));
      const page = value as AnsweredPage;
      const { type, title, slug, description, emoji, icon, target, computed } = page;
      if (type === 'group' && depth > 1)
        throw invalid({ path: `${at}.type`, message: 'must not be a group: groups stand at the top' });
      if (page.pages?.length && (type === 'link' || type === 'computed'))
        throw invalid({ path: `${at}.pages`, message: `must not be there: a ${type} has no pages below it` });
      if (type === 'link' && (!target || (target.kind === 'url' && !isSafeUrl(target.url))))
        throw invalid({ path: `${at}.target`, message: 'must be something that a link can lead to' });
      if (type === 'computed' && computed === undefined)
        throw invalid({ path: `${at}.computed`, message: 'must say what the pages are computed from' });
      const key = keyOf(page, above);
      if (names.has(key))
        throw invalid({ path: `${at}.id`, message: 'must be its own: another page has it' });
      names.add(key);
      const source = <T extends PageSource>(validate: Validator) =>
        within(`${at}.computed`, () => sourceIn<T>(integration, computed, validate));
      return {
        key,
        kind: type === 'document' ? 'page' : type,
        title,
        ...(slug !== undefined && { slug }),
        ...(description && { description }),
        ...(emoji && { emoji }),
        ...(icon && { icon }),
        ...(type === 'link' && { target }),
        ...(type === 'document' &&
          computed !== undefined && { document: source<IntegrationSource>(check.documentSource) }),
        ...(type === 'computed' && { computed: source(check.pageSource) }),
        children: (page.pages ?? []).map((child, place) =>
          read(child, `${at}.pages.${place}`, key, depth + 1),
        ),
      };
    };
    return values.map((value, place) => read(value, `pages.${place}`, '', 1));
  };

  return {
    /** The pages and files that a script answered with. */
    revision: (integration: string, answer: unknown): SourceContent => {
      rejectInvalidText('body', answer);
      check.revision(answer);
      const { pages = [], files = [] } = answer as Static<typeof AnsweredRevision>;
      return { pages: readPages(integration, pages), files };
    },

    /** The body that a script answered with; a document by itself is one, too. */
    document: (answer: unknown): Static<typeof AnsweredDocument>['document'] => {
      rejectInvalidText('body', answer);
      const { document } = (answer ?? {}) as { document?: { object?: unknown } };
      const said = document?.object === 'document' ? { document: { document } } : answer;
      check.document(said);
      return (said as Static<typeof AnsweredDocument>).document;
    },
  };
};
