import {
  decode,
  encode,
  keys,
  type PageRecord,
  plainCoded,
  type ReusableRecord,
  ranges,
  readKey,
  type Term,
} from '@lectern/document';
import { ApiError } from '../../../kernel/errors/errors.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { RevisionsService } from '../../revisions/index.ts';
import type { Question } from '../segments/translate-batch.ts';
import type { SegmentsService } from '../segments/segments.service.ts';
import type { Said } from '../segments/segments.store.ts';
import type { StoredTranslation, Untranslated } from '../translations.store.ts';
import { insideCopy, isMadeOfAnother } from './copy-links.ts';

type Dependencies = Pick<Kernel, 'transaction' | 'markdown' | 'translator'> & {
  readonly revisions: RevisionsService;
  readonly segments: SegmentsService;
};

/** What is to be made: all of a source, or what changed in it since the last run and what that one has left. */
export interface Making {
  readonly run: StoredTranslation;
  readonly source: string;
  readonly isWhole: boolean;
  /** The pages and reusable contents on which the last run has left something. */
  readonly leftOn: ReadonlySet<string>;
  readonly terms: readonly Term[];
  readonly signal: AbortSignal;
}

/** What was made: changes to a snapshot, which give the source in the other language. */
export interface Made {
  readonly from: string;
  readonly changes: Changes;
  /** What changed in the source, in its own language. */
  readonly differences: Changes;
  readonly untranslated: readonly Untranslated[];
  /** How many pages an engine said something new of, and how many of them are new themselves. */
  readonly pages: number;
  readonly newPages: number;
}

type Changes = Parameters<RevisionsService['writeChanges']>[3];
type Thing = PageRecord | ReusableRecord;

/** The fields of a page that are words, with the most characters that they may have. */
const FIELDS = { title: 300, description: 5000, linkTitle: 200 } as const;
const TOGETHER = 25;
const MOST_SHOWN = 1_000;

const isThing = (key: string): boolean => key.startsWith('p/') || key.startsWith('r/');

/** What stands for a field: its text with the terms in it. */
const codedField = (text: string, terms: readonly Term[]) =>
  encode([{ kind: 'text', start: 0, end: 0, text }], terms);

/** What comes of a text, or nothing where that takes more than a text may take. */
const withinLimits = async <T>(work: Promise<T>): Promise<T | undefined> => {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ApiError && error.status === 400) return undefined;
    throw error;
  }
};

type Kept = Omit<Untranslated, 'page'>;

/** What is shown of texts that stayed. */
const keptFor = (reason: Kept['reason'], texts: readonly string[]): readonly Kept[] =>
  texts.map((text) => ({ text: [...plainCoded(text)].slice(0, MOST_SHOWN).join(''), reason }));

/** Pages in another language. */
export const createPagesService = ({
  transaction,
  markdown,
  translator,
  revisions,
  segments,
}: Dependencies) => {
  /** The things of a source that are to be translated, and where their translations go. */
  const gather = async ({ run, source, isWhole, leftOn }: Making) => {
    const map = revisions.merkleMap(run.organization_id);
    const differences = await map.diff(run.source_root, source);
    const changed = new Map<string, unknown>(differences.map(({ key, after }) => [key, after]));
    if (!isWhole) {
      const left = [...leftOn].flatMap((id) => [keys.page(id), keys.reusable(id)]);
      const again = left.length > 0 ? await map.getMany(source, left) : new Map<string, unknown>();
      const before = new Set([
        ...differences.flatMap(({ key, before }) => (before === undefined ? [] : [key])),
        ...left,
      ]);
      const wanted = new Map([...again, ...changed]);
      return { from: translator ? run.base_root : run.source_root, changed, wanted, before };
    }
    const all = (
      await map.spans(source, [ranges.pages as [string, string], ranges.reusables as [string, string]])
    ).flat();
    const known =
      run.made_with === null ? [] : await map.range(run.base_root, ...(ranges.pages as [string, string]));
    return { from: source, changed, wanted: new Map(all), before: new Set(known.map(([key]) => key)) };
  };

  /** What is asked about a thing. */
  const questionsOf = async (organizationId: string, key: string, thing: Thing, terms: readonly Term[]) => {
    const text = await revisions.markdownOf(organizationId, thing.body);
    const fields = key.startsWith('p/')
      ? Object.keys(FIELDS).flatMap((field) => {
          const value = (thing as unknown as Record<string, unknown>)[field];
          return typeof value === 'string' && /\p{L}/u.test(value)
            ? [{ field: field as keyof typeof FIELDS, coded: codedField(value, terms) }]
            : [];
        })
      : [];
    const body = text === '' ? [] : await withinLimits(markdown.segments(text, terms));
    return { key, thing, text, fields, body: body ?? [], isTooLong: body === undefined };
  };

  type Asked = Awaited<ReturnType<typeof questionsOf>>;

  const questionsIn = ({ fields, body }: Asked): readonly Question[] => [
    ...fields.map(({ coded }) => coded),
    ...body,
  ];

  /** A thing with all that was answered in its place; what was not stays. */
  const translate = async (
    { run, terms }: Making,
    asked: Asked,
    answers: ReadonlyMap<string, Said>,
  ): Promise<{ thing: Thing; text: string; kept: readonly Kept[] }> => {
    const { thing, text, fields, body } = asked;
    const unanswered = questionsIn(asked)
      .map((question) => question.text)
      .filter((each) => !answers.has(each));
    const said = Object.fromEntries(
      body.flatMap((question) => {
        const answer = answers.get(question.text);
        return answer ? [[question.text, answer.text]] : [];
      }),
    );
    const made = body.length > 0 ? await withinLimits(markdown.translated(text, terms, said)) : undefined;
    const page = made ?? { markdown: text, kept: [] };
    const isTooLong = asked.isTooLong || (body.length > 0 && made === undefined);
    const words = fields.flatMap(({ field, coded }) => {
      const answer = answers.get(coded.text);
      const items = answer && decode(answer.text, coded.slots);
      if (!items) return [];
      const value = items
        .map((item) => {
          if (item.kind === 'text') return item.text;
          const slot = coded.slots[item.id];
          return slot?.kind === 'term' ? slot.term.translation : '';
        })
        .join('')
        .trim();
      return value === '' ? [] : [[field, [...value].slice(0, FIELDS[field]).join('')]];
    });
    const inCopy = insideCopy(run.source_id, run.space_id);
    return {
      thing: { ...inCopy.record(thing), ...Object.fromEntries(words) } as Thing,
      text: inCopy.markdown(page.markdown),
      kept: [
        ...keptFor('no-usable-answer', unanswered),
        ...keptFor('would-change-page', page.kept),
        ...(isTooLong ? [{ text: thing.title, reason: 'page-too-long' as const }] : []),
      ],
    };
  };

  return {
    /** Translates what is wanted of a source, some pages at a time: what is done is kept. */
    make: async (making: Making): Promise<Made> => {
      const { run, terms, signal } = making;
      const { from, changed, wanted, before } = await gather(making);
      const changes = new Map<string, unknown>(making.isWhole ? [] : changed);
      const untranslated: Untranslated[] = [];
      const fresh = new Set<string>();
      const asking =
        translator &&
        segments.begin({
          translation: run,
          run: run.runs + 1,
          engine: translator,
          from: run.source_language,
          to: run.language,
          instructions: run.instructions_text,
          signal,
        });
      const things = [...wanted].filter(
        ([key, value]) => isThing(key) && value !== undefined && !isMadeOfAnother(value),
      );
      for (let at = 0; at < things.length; at += TOGETHER) {
        signal.throwIfAborted();
        const asked: Asked[] = [];
        for (const [key, value] of things.slice(at, at + TOGETHER))
          asked.push(await questionsOf(run.organization_id, key, value as Thing, translator ? terms : []));
        const answers = (await asking?.answer(asked.flatMap(questionsIn))) ?? new Map<string, Said>();
        const translated: (Awaited<ReturnType<typeof translate>> & { readonly each: Asked })[] = [];
        for (const each of asked) translated.push({ each, ...(await translate(making, each, answers)) });
        await transaction(async (tx) => {
          for (const { each, thing, text, kept } of translated) {
            const body = text === '' ? undefined : await revisions.putBody(tx, run.organization_id, text);
            changes.set(each.key, { ...thing, ...(body !== undefined && { body }) });
            const page = readKey(each.key).id;
            untranslated.push(...kept.map((one) => ({ page, ...one })));
            const isFresh = questionsIn(each).some((one) => answers.get(one.text)?.run === run.runs + 1);
            if (isFresh && each.key === keys.page(page)) fresh.add(each.key);
          }
        });
      }
      asking?.end();
      return {
        from,
        changes: changes as Changes,
        differences: changed as Changes,
        untranslated,
        pages: fresh.size,
        newPages: [...fresh].filter((key) => !before.has(key)).length,
      };
    },
  };
};

/** Pages in another language. */
export type PagesService = ReturnType<typeof createPagesService>;
