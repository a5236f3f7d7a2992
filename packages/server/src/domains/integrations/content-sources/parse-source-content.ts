import { type ContentRef, isSafeUrl } from '@lectern/document';
import type { Static } from 'typebox';
import { rejectInvalidText, type Validator, validatorOf } from '../../../kernel/contract/validation.ts';
import { invalid } from '../../../kernel/errors/errors.ts';
import { IntegrationSource, PageSource } from '../../content/index.ts';
import {
  MAX_DEPTH,
  MAX_PAGES,
  ScriptDocument,
  type ScriptFile,
  ScriptPage,
  ScriptRevision,
} from './content-sources.contract.ts';

/** A page of a content source. */
export interface SourcePage {
  /** Identifies the page within the source, across responses. */
  readonly key: string;
  readonly kind: 'page' | 'group' | 'link' | 'computed';
  readonly title: string;
  readonly slug?: string | undefined;
  readonly description?: string | undefined;
  readonly emoji?: string | undefined;
  readonly icon?: string | undefined;
  /** The target of a link. */
  readonly target?: ContentRef | undefined;
  /** The source of the body. */
  readonly document?: IntegrationSource | undefined;
  /** The source of the pages that replace this one. */
  readonly computed?: PageSource | undefined;
  readonly children: readonly SourcePage[];
}

/** The pages and files of a content source. */
export interface SourceContent {
  readonly pages: readonly SourcePage[];
  readonly files: readonly ScriptFile[];
}

const PREFIX = 'integration:';

/** Splits the type of a source, `integration:NAME:SOURCE`; undefined for built-in sources. */
export const parseSourceType = (type: string): { integration: string; sourceId: string } | undefined => {
  const [integration, sourceId, ...more] = type.startsWith(PREFIX)
    ? type.slice(PREFIX.length).split(':')
    : [];
  return integration && sourceId && more.length === 0 ? { integration, sourceId } : undefined;
};

/** The spaces and specifications that a source depends on, as `space:ID` and `openapi:SLUG`. */
export const sourceDependencies = ({ dependencies = {} }: IntegrationSource): string[] => [
  ...new Set(
    Object.values(dependencies).map(({ ref }) =>
      ref.kind === 'space' ? `space:${ref.space}` : `openapi:${ref.spec.toLowerCase()}`,
    ),
  ),
];

const belongsTo = (integration: string, type: string): boolean =>
  parseSourceType(type)?.integration.toLowerCase() === integration.toLowerCase();

/** Runs a validation of a part; its error names the path of the part instead of `body`. */
const withPath = <T>(at: string, validate: () => T): T => {
  try {
    return validate();
  } catch (error) {
    const [detail] = (error as { details?: readonly { path: string; message: string }[] }).details ?? [];
    if (!detail?.path.startsWith('body')) throw error;
    throw invalid({ path: detail.path.replace('body', at), message: detail.message });
  }
};

/** Checks that the fields of a page fit its type and depth. */
const checkPage = ({ type, pages, target, computed }: ScriptPage, at: string, depth: number): void => {
  if (type === 'group' && depth > 1)
    throw invalid({
      path: `${at}.type`,
      message: 'must not be a group: groups are allowed at the top level only',
    });
  if (pages?.length && (type === 'link' || type === 'computed'))
    throw invalid({ path: `${at}.pages`, message: `must be empty: a ${type} has no child pages` });
  if (type === 'link' && (!target || (target.kind === 'url' && !isSafeUrl(target.url))))
    throw invalid({ path: `${at}.target`, message: 'must be a valid link target' });
  if (type === 'computed' && computed === undefined)
    throw invalid({ path: `${at}.computed`, message: 'is required for computed pages' });
};

/** The key of a page: its id, or else its path with a number if another page has the same. */
const keyOf = (page: ScriptPage, parent: string, taken: ReadonlySet<string>): string => {
  if (page.id !== undefined) return page.id;
  const own = `${parent}/${page.slug ?? page.title}`;
  for (let number = 1; ; number++) {
    const key = number === 1 ? own : `${own}/${number}`;
    if (!taken.has(key)) return key;
  }
};

/** Parses responses of scripts; throws a validation error that names the field. */
export const createSourceContentParser = () => {
  const check = {
    revision: validatorOf('body', ScriptRevision),
    document: validatorOf('body', ScriptDocument),
    page: validatorOf('body', ScriptPage),
    pageSource: validatorOf('body', PageSource),
    documentSource: validatorOf('body', IntegrationSource),
  };

  const sourceIn = <T extends PageSource>(integration: string, value: unknown, validate: Validator): T => {
    validate(value);
    const source = value as T;
    if (source.type.startsWith(PREFIX) && !belongsTo(integration, source.type))
      throw invalid({ path: 'body.type', message: 'must be a source of the same integration' });
    return source;
  };

  const readPages = (integration: string, values: readonly unknown[]): SourcePage[] => {
    let count = 0;
    const keys = new Set<string>();
    const read = (value: unknown, at: string, parent: string, depth: number): SourcePage => {
      if (++count > MAX_PAGES)
        throw invalid({ path: 'pages', message: `must not have more than ${MAX_PAGES} pages in total` });
      if (depth > MAX_DEPTH) throw invalid({ path: at, message: `must be at most ${MAX_DEPTH} levels deep` });
      withPath(at, () => check.page(value));
      const page = value as ScriptPage;
      checkPage(page, at, depth);
      const key = keyOf(page, parent, keys);
      if (keys.has(key))
        throw invalid({ path: `${at}.id`, message: 'must be unique: another page has the same id' });
      keys.add(key);
      const { type, title, slug, description, emoji, icon, target, computed } = page;
      const source = <T extends PageSource>(validate: Validator) =>
        withPath(`${at}.computed`, () => sourceIn<T>(integration, computed, validate));
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
        children: (page.pages ?? []).map((child, index) =>
          read(child, `${at}.pages.${index}`, key, depth + 1),
        ),
      };
    };
    return values.map((value, index) => read(value, `pages.${index}`, '', 1));
  };

  return {
    /** Parses the response to `content_compute_revision`. */
    revision: (integration: string, answer: unknown): SourceContent => {
      rejectInvalidText('body', answer);
      check.revision(answer);
      const { pages = [], files = [] } = answer as Static<typeof ScriptRevision>;
      return { pages: readPages(integration, pages), files };
    },

    /** Parses the response to `content_compute_document`; a bare document is accepted too. */
    document: (answer: unknown): Static<typeof ScriptDocument>['document'] => {
      rejectInvalidText('body', answer);
      const { document } = (answer ?? {}) as { document?: { object?: unknown } };
      const wrapped = document?.object === 'document' ? { document: { document } } : answer;
      check.document(wrapped);
      return (wrapped as Static<typeof ScriptDocument>).document;
    },
  };
};
