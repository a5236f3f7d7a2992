import {
  decodeSegment,
  encodedToPlainText,
  encodeSegment,
  keys,
  type PageRecord,
  type ReusableRecord,
  ranges,
  readKey,
  type Term,
} from '@lectern/document';
import { ApiError } from '../../../kernel/errors/errors.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { RevisionsService } from '../../revisions/index.ts';
import type { SegmentsService } from '../segments/segments.service.ts';
import type { TranslatedSegment } from '../segments/segments.store.ts';
import type { Segment } from '../segments/translate-batch.ts';
import type { StoredTranslation, Untranslated } from '../translations.store.ts';
import { createLinkRewriter, isGenerated } from './copy-links.ts';

type Dependencies = Pick<Kernel, 'transaction' | 'markdown' | 'translator'> & {
  readonly revisions: RevisionsService;
  readonly segments: SegmentsService;
};

/** The part of a source to translate: all of it, or its changes since the last run and the pages with untranslated text. */
export interface PagesToTranslate {
  readonly run: StoredTranslation;
  readonly sourceRoot: string;
  readonly isFull: boolean;
  /** The pages and reusable contents in which the last run left text untranslated. */
  readonly incompletePages: ReadonlySet<string>;
  readonly terms: readonly Term[];
  readonly signal: AbortSignal;
}

/** Changes that turn the snapshot `from` into the translated source. */
export interface TranslatedPages {
  readonly from: string;
  readonly changes: Changes;
  /** The changes in the source, untranslated. */
  readonly sourceChanges: Changes;
  readonly untranslated: readonly Untranslated[];
  /** The number of pages with new translations, and of those that did not exist before. */
  readonly pages: number;
  readonly newPages: number;
}

type Changes = Parameters<RevisionsService['writeChanges']>[3];
type ContentRecord = PageRecord | ReusableRecord;
type UntranslatedText = Omit<Untranslated, 'page'>;

/** The translated fields of a page, with their maximum lengths. */
const FIELDS = { title: 300, description: 5000, linkTitle: 200 } as const;
const PAGES_PER_BATCH = 25;
const MAX_SHOWN_CHARACTERS = 1_000;

/** A field of a page as a segment. */
interface FieldSegment {
  readonly field: keyof typeof FIELDS;
  readonly coded: ReturnType<typeof encodeSegment>;
}

/** A page or a reusable content, and its segments. */
interface SegmentedPage {
  readonly key: string;
  readonly record: ContentRecord;
  readonly text: string;
  readonly fields: readonly FieldSegment[];
  readonly body: readonly Segment[];
  readonly isTooLong: boolean;
}

/** A translated page or reusable content, and its texts that stayed as they were. */
interface TranslatedPage {
  readonly record: ContentRecord;
  readonly text: string;
  readonly untranslated: readonly UntranslatedText[];
}

type Translations = ReadonlyMap<string, TranslatedSegment>;

const isPageOrReusable = (key: string): boolean => key.startsWith('p/') || key.startsWith('r/');

/** The result of parsing a text; undefined if the text exceeds the limits of the parser. */
const withinLimits = async <T>(work: Promise<T>): Promise<T | undefined> => {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ApiError && error.status === 400) return undefined;
    throw error;
  }
};

const untranslatedTexts = (
  reason: UntranslatedText['reason'],
  texts: readonly string[],
): readonly UntranslatedText[] =>
  texts.map((text) => ({
    text: [...encodedToPlainText(text)].slice(0, MAX_SHOWN_CHARACTERS).join(''),
    reason,
  }));

const segmentsOf = ({ fields, body }: SegmentedPage): readonly Segment[] => [
  ...fields.map(({ coded }) => coded),
  ...body,
];

const fieldSegments = (record: ContentRecord, terms: readonly Term[]): FieldSegment[] =>
  (Object.keys(FIELDS) as (keyof typeof FIELDS)[]).flatMap((field) => {
    const value: unknown = (record as Partial<PageRecord>)[field];
    return typeof value === 'string' && /\p{L}/u.test(value)
      ? [{ field, coded: encodeSegment([{ kind: 'text', start: 0, end: 0, text: value }], terms) }]
      : [];
  });

const translatedField = ({ field, coded }: FieldSegment, translations: Translations): string | undefined => {
  const translation = translations.get(coded.text);
  const items = translation && decodeSegment(translation.text, coded.placeholders);
  if (!items) return undefined;
  const value = items
    .map((item) => {
      if (item.kind === 'text') return item.text;
      const slot = coded.placeholders[item.id];
      return slot?.kind === 'term' ? slot.term.translation : '';
    })
    .join('')
    .trim();
  return value === '' ? undefined : [...value].slice(0, FIELDS[field]).join('');
};

/** Translates the pages of a space. */
export const createPagesService = ({
  transaction,
  markdown,
  translator,
  revisions,
  segments,
}: Dependencies) => {
  /** The records to translate, the snapshot that their translations change, and the pages that had a translation before. */
  const selectRecords = async ({ run, sourceRoot, isFull, incompletePages }: PagesToTranslate) => {
    const map = revisions.merkleMap(run.organization_id);
    const differences = await map.diff(run.source_root, sourceRoot);
    const changed = new Map<string, unknown>(differences.map(({ key, after }) => [key, after]));
    if (!isFull) {
      const incomplete = [...incompletePages].flatMap((id) => [keys.page(id), keys.reusable(id)]);
      const retried =
        incomplete.length > 0 ? await map.getMany(sourceRoot, incomplete) : new Map<string, unknown>();
      const existing = new Set([
        ...differences.flatMap(({ key, before }) => (before === undefined ? [] : [key])),
        ...incomplete,
      ]);
      const selected = new Map([...retried, ...changed]);
      return { from: translator ? run.base_root : run.source_root, changed, selected, existing };
    }
    const all = (
      await map.spans(sourceRoot, [ranges.pages as [string, string], ranges.reusables as [string, string]])
    ).flat();
    const translated =
      run.settings_hash === null ? [] : await map.range(run.base_root, ...(ranges.pages as [string, string]));
    const existing = new Set(translated.map(([key]) => key));
    return { from: sourceRoot, changed, selected: new Map(all), existing };
  };

  const segmentPage = async (
    organizationId: string,
    key: string,
    record: ContentRecord,
    terms: readonly Term[],
  ): Promise<SegmentedPage> => {
    const text = await revisions.markdownOf(organizationId, record.body);
    const body = text === '' ? [] : await withinLimits(markdown.segments(text, terms));
    return {
      key,
      record,
      text,
      fields: key.startsWith('p/') ? fieldSegments(record, terms) : [],
      body: body ?? [],
      isTooLong: body === undefined,
    };
  };

  /** Puts translations in the place of their segments; a segment without one stays as it is. */
  const translatePage = async (
    { run, terms }: PagesToTranslate,
    page: SegmentedPage,
    translations: Translations,
  ): Promise<TranslatedPage> => {
    const { record, text, fields, body } = page;
    const missing = segmentsOf(page)
      .map((segment) => segment.text)
      .filter((each) => !translations.has(each));
    const byText = Object.fromEntries(
      body.flatMap((segment) => {
        const translation = translations.get(segment.text);
        return translation ? [[segment.text, translation.text]] : [];
      }),
    );
    const translated =
      body.length > 0 ? await withinLimits(markdown.translate(text, terms, byText)) : undefined;
    const result = translated ?? { markdown: text, untranslated: [] };
    const isTooLong = page.isTooLong || (body.length > 0 && translated === undefined);
    const values = fields.flatMap((each) => {
      const value = translatedField(each, translations);
      return value === undefined ? [] : [[each.field, value]];
    });
    const links = createLinkRewriter(run.source_id, run.space_id);
    return {
      record: { ...links.record(record), ...Object.fromEntries(values) } as ContentRecord,
      text: links.markdown(result.markdown),
      untranslated: [
        ...untranslatedTexts('no-usable-answer', missing),
        ...untranslatedTexts('would-change-page', result.untranslated),
        ...(isTooLong ? [{ text: record.title, reason: 'page-too-long' as const }] : []),
      ],
    };
  };

  const openSession = ({ run, signal }: PagesToTranslate) =>
    translator &&
    segments.open({
      translation: run,
      run: run.runs + 1,
      engine: translator,
      from: run.source_language,
      to: run.language,
      instructions: run.instructions_text,
      signal,
    });

  /** Translates some pages with one request to the segments service. */
  const translatePages = async (
    input: PagesToTranslate,
    session: ReturnType<typeof openSession>,
    records: readonly (readonly [key: string, record: unknown])[],
  ) => {
    const terms = translator ? input.terms : [];
    const pages: SegmentedPage[] = [];
    for (const [key, record] of records)
      pages.push(await segmentPage(input.run.organization_id, key, record as ContentRecord, terms));
    const translations: Translations = (await session?.translate(pages.flatMap(segmentsOf))) ?? new Map();
    const translated: (TranslatedPage & { readonly key: string; readonly isNew: boolean })[] = [];
    for (const page of pages) {
      const isNew = segmentsOf(page).some(({ text }) => translations.get(text)?.run === input.run.runs + 1);
      translated.push({ key: page.key, isNew, ...(await translatePage(input, page, translations)) });
    }
    return translated;
  };

  return {
    /** Translates the selected pages in batches; translated segments are stored as they arrive. */
    translate: async (input: PagesToTranslate): Promise<TranslatedPages> => {
      const { run, signal } = input;
      const { from, changed, selected, existing } = await selectRecords(input);
      const changes = new Map<string, unknown>(input.isFull ? [] : changed);
      const untranslated: Untranslated[] = [];
      const translatedKeys = new Set<string>();
      const session = openSession(input);
      const records = [...selected].filter(
        ([key, record]) => isPageOrReusable(key) && record !== undefined && !isGenerated(record),
      );
      for (let at = 0; at < records.length; at += PAGES_PER_BATCH) {
        signal.throwIfAborted();
        const translated = await translatePages(input, session, records.slice(at, at + PAGES_PER_BATCH));
        await transaction(async (tx) => {
          for (const { key, isNew, record, text, untranslated: texts } of translated) {
            const body = text === '' ? undefined : await revisions.putBody(tx, run.organization_id, text);
            changes.set(key, { ...record, ...(body !== undefined && { body }) });
            const page = readKey(key).id;
            untranslated.push(...texts.map((each) => ({ page, ...each })));
            if (isNew && key === keys.page(page)) translatedKeys.add(key);
          }
        });
      }
      session?.close();
      return {
        from,
        changes: changes as Changes,
        sourceChanges: changed as Changes,
        untranslated,
        pages: translatedKeys.size,
        newPages: [...translatedKeys].filter((key) => !existing.has(key)).length,
      };
    },
  };
};

/** Translates the pages of a space. */
export type PagesService = ReturnType<typeof createPagesService>;
