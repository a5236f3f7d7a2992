import type { DesiredPage, PageRecord } from '@lectern/document';
import type { EventChain } from '../../kernel/auth/chained-tokens.ts';
import { validatorOf } from '../../kernel/contract/validation.ts';
import { ApiError } from '../../kernel/errors/errors.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { type IntegrationSource, PageSource } from '../content/index.ts';
import {
  type ContentSource,
  type ContentSourcesService,
  parseSourceType,
  type RelocateRef,
  sourceDependencies,
} from '../integrations/index.ts';
import {
  createIdOfPage,
  createRelocateRef,
  failureReason,
  flattenPages,
  isNoticePage,
  noticeMarkdown,
  noticePage,
  toWantedPage,
} from './built-pages.ts';
import type { ComputedRow, SpaceKey } from './computed.store.ts';
import {
  type BuiltContent,
  type BuiltPageWithBody,
  checkDeadline,
  deadline,
  isIntegrationSource,
  type PageBuilderService,
} from './page-builder.service.ts';

interface Dependencies extends Pick<Kernel, 'clock'> {
  readonly pageBuilder: PageBuilderService;
  readonly contentSources: Pick<ContentSourcesService, 'find'>;
}

/** The result of building a computed page. */
export interface BuildResult {
  readonly source: PageRecord['computed'];
  readonly row: Omit<ComputedRow, 'page_id'>;
  readonly wanted: (isTop: boolean, before: readonly DesiredPage[]) => readonly DesiredPage[];
  readonly bodies: readonly string[];
}

const MINUTE = 60_000;
/** The refresh interval of pages of integrations, whose content can change without an event. */
export const REFRESH_MS = 60 * MINUTE;
const RETRY_MS = 5 * MINUTE;
// The shortest interval between two builds of a page.
const MIN_INTERVAL_MS = 5000;
const BODY_CONCURRENCY = 4;
const MAX_CHARACTERS = 10_000_000;

/** Loads the bodies of pages, a few at a time, until a deadline. */
const bodiesOf = async (pages: readonly BuiltPageWithBody[], relocate: RelocateRef, until: number) => {
  const left = flattenPages(pages).filter(({ body }) => body !== undefined);
  const bodies = new Map<BuiltPageWithBody, string>();
  let size = 0;
  const write = async (): Promise<void> => {
    for (let page = left.shift(); page; page = left.shift()) {
      checkDeadline(until);
      const text = await page.body!(relocate);
      size += text.length;
      if (size > MAX_CHARACTERS)
        throw new ApiError(502, `These pages have more than ${MAX_CHARACTERS} characters in total`);
      bodies.set(page, text);
    }
  };
  try {
    await Promise.all(Array.from({ length: BODY_CONCURRENCY }, write));
  } finally {
    // After an error, the remaining bodies are not needed.
    left.length = 0;
  }
  return bodies;
};

const builtResult = async (
  { id, fields }: DesiredPage,
  stored: readonly DesiredPage[],
  row: BuildResult['row'],
  { pages, files }: BuiltContent,
  until = Number.POSITIVE_INFINITY,
): Promise<BuildResult> => {
  const names = new Set(flattenPages(pages).map(({ key }) => key));
  const urls = new Map(files.map((file) => [file.id ?? file.name, file.downloadURL]));
  const idOf = createIdOfPage(id, stored);
  const relocate = createRelocateRef(idOf, names, urls);
  const bodies = await bodiesOf(pages, relocate, until);
  return {
    source: fields.computed,
    row,
    wanted: (isTop) => pages.map((page) => toWantedPage(id, idOf, page, isTop, relocate, bodies)),
    bodies: [...bodies.values()].filter((text) => text !== ''),
  };
};

/** The result of a failed build: a notice, beside the pages of the last build if `keepsPages` is set. */
const failedResult = (
  { id, fields }: DesiredPage,
  row: BuildResult['row'],
  reason: string,
  keepsPages: boolean,
): BuildResult => {
  const text = noticeMarkdown(reason);
  return {
    source: fields.computed,
    row: { ...row, failure: reason },
    wanted: (_, before) => {
      const pages = keepsPages ? before.filter((page) => !isNoticePage(id, page)) : [];
      return [...pages, noticePage(id, fields.title, text, pages.length > 0)];
    },
    bodies: [text],
  };
};

/** Builds the results of computed pages, which the computed service stores. */
export const createBuildResultsService = ({ clock, pageBuilder, contentSources }: Dependencies) => {
  const check = validatorOf('body', PageSource);
  const later = (ms: number) => new Date(clock.now().getTime() + ms);

  const isSource = (value: unknown): value is PageSource => {
    try {
      check(value);
      return true;
    } catch {
      return false;
    }
  };

  const builtInRow = (): BuildResult['row'] => ({
    integration: null,
    key: null,
    depends_on: [],
    failure: null,
    asked_at: clock.now(),
    due_at: null,
  });

  /** Builds the pages of a built-in source. */
  const buildBuiltIn = async (
    space: SpaceKey,
    page: DesiredPage,
    stored: readonly DesiredPage[],
  ): Promise<BuildResult> => {
    const row = builtInRow();
    const { computed } = page.fields;
    const built =
      isSource(computed) && !isIntegrationSource(computed)
        ? await pageBuilder.pagesOf(space, computed)
        : { pages: [], files: [] };
    return builtResult(page, stored, row, built);
  };

  const buildFromIntegration = async (
    page: DesiredPage,
    stored: readonly DesiredPage[],
    source: IntegrationSource,
    contentSource: ContentSource,
    asked_at: Date,
  ): Promise<BuildResult> => {
    const row = {
      integration: parseSourceType(source.type)!.integration.toLowerCase(),
      key: contentSource.key,
      depends_on: sourceDependencies(source),
      failure: null,
      asked_at,
      due_at: later(REFRESH_MS),
    };
    try {
      const until = deadline();
      const built = await pageBuilder.buildFromSource(contentSource, until);
      return await builtResult(page, stored, row, built, until);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return failedResult(page, { ...row, due_at: later(RETRY_MS) }, error.message, true);
    }
  };

  /** Builds the pages of an integration; undefined if nothing changed, a date if it is too early to build again. */
  const buildIfChanged = async (
    { chain: cause, ...space }: SpaceKey & { readonly chain?: EventChain | undefined },
    page: DesiredPage,
    before: ComputedRow | undefined,
    state: { readonly stored: readonly DesiredPage[] | undefined; readonly since: Date | undefined },
  ): Promise<BuildResult | Date | undefined> => {
    const asked_at = clock.now();
    const { computed } = page.fields;
    const name = parseSourceType(String(computed?.type))?.integration.toLowerCase() ?? null;
    const none = { integration: name, key: null, depends_on: [], asked_at, due_at: null, failure: null };
    if (!isSource(computed) || !isIntegrationSource(computed))
      return failedResult(page, none, 'This is not a valid content source', false);
    let contentSource: ContentSource;
    try {
      contentSource = await contentSources.find(space, computed, { skipCache: true, cause });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return failedResult(page, { ...none, depends_on: sourceDependencies(computed) }, error.message, false);
    }
    const isNew =
      !before || before.key !== contentSource.key || (state.since && before.asked_at < state.since);
    if (!isNew && state.stored) return undefined;
    const earliest = before && new Date(before.asked_at.getTime() + MIN_INTERVAL_MS);
    if (earliest && earliest > asked_at) return earliest;
    return buildFromIntegration(page, state.stored ?? [], computed, contentSource, asked_at);
  };

  return {
    buildBuiltIn,
    buildIfChanged,

    /** The result of a page of a built-in source whose build failed. */
    failBuiltIn: (page: DesiredPage, error: unknown): BuildResult =>
      failedResult(page, builtInRow(), failureReason(page, error), true),
  };
};

/** Service that builds the results of computed pages. */
export type BuildResultsService = ReturnType<typeof createBuildResultsService>;
