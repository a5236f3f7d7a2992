import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createTextVectors, type TextVector } from '@lectern/issues';
import { startEmbeddedPostgres } from '../packages/server/src/adapters/postgres-embedded/index.ts';
import { isNear } from '../packages/server/src/domains/ask/answers/near-enough.ts';
import {
  type AskedWords,
  type EmbeddedSegment,
  findPassages,
  fuse,
} from '../packages/server/src/domains/search/passages/find-passages.ts';
import { questionWords } from '../packages/server/src/domains/search/passages/question-words.ts';
import { rankPassages } from '../packages/server/src/domains/search/passages/rank-passages.ts';
import { rankByVectors } from '../packages/server/src/domains/search/passages/rank-vectors.ts';
import { createSegmentBuilder, type Segment } from '../packages/server/src/domains/search/segment.ts';
import {
  createStemsService,
  type StemsService,
} from '../packages/server/src/domains/search/stems.service.ts';
import { openDatabase } from '../packages/server/src/kernel/database/database.ts';
import { loadEmbedding, TEXT_DIMENSIONS } from '../packages/server/src/kernel/issues/text-vectors.ts';
import {
  type AskedPage,
  type AskedQuestion,
  answeredQuestions,
  askedPages,
  unansweredQuestions,
} from './asked-pages.ts';

interface Found {
  readonly segment: Segment;
  readonly page: number;
}

type Ranking = (segments: readonly EmbeddedSegment[], asked: AskedWords) => readonly Found[];

const DEPTH = 50;
const SECTIONS = 10_000;
const ROUNDS = 5;

const RANKINGS: readonly (readonly [name: string, ranking: Ranking])[] = [
  ['words', (segments, { words }) => rankPassages(segments, words, DEPTH)],
  ['vectors', (segments, { vector }) => rankByVectors(segments, vector, DEPTH)],
  [
    'fusion of both',
    (segments, { words, vector }) =>
      fuse(rankPassages(segments, words, DEPTH), rankByVectors(segments, vector, DEPTH), DEPTH),
  ],
  ['fusion, reranked', (segments, asked) => findPassages(segments, asked, DEPTH)],
];

const embeddedSegment = async (
  pages: readonly AskedPage[],
  stems: StemsService,
  vectorOf: TextVector,
): Promise<EmbeddedSegment> => {
  const builder = createSegmentBuilder();
  for (const page of pages) builder.add({ ...page, body: page.id });
  const segment = await builder.build((words) => stems.of('en', words));
  const texts = pages.flatMap(({ sections }) => sections.map(({ title = '', body }) => `${title}. ${body}`));
  const vectors = new Int8Array(texts.length * TEXT_DIMENSIONS);
  for (const [at, text] of texts.entries()) vectors.set(vectorOf(text), at * TEXT_DIMENSIONS);
  return {
    segment,
    live: undefined,
    count: pages.length,
    vectors: { dimensions: TEXT_DIMENSIONS, vectors },
  };
};

const share = (part: number, all: number) => `${((part * 100) / all).toFixed(1)} of 100`.padStart(14);

/** How often the pages that answer a question are found, by each part of the search for passages. */
export const measureAsk = async (): Promise<string> => {
  const corpora = await askedPages();
  if (corpora.size < 3) return 'Answers: skipped, because the repositories are not in LECTERN_CORPORA';
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'lectern-ask-'));
  const postgres = await startEmbeddedPostgres({ dataDir, onProgress: console.error });
  const database = openDatabase({ connectionString: postgres.connectionString });
  try {
    const stems = createStemsService(database);
    const vectorOf = createTextVectors(loadEmbedding());
    const spaces = new Map<string, EmbeddedSegment>();
    for (const [name, pages] of corpora) spaces.set(name, await embeddedSegment(pages, stems, vectorOf));
    const askedOf = async ({ text }: AskedQuestion): Promise<AskedWords> => ({
      words: await questionWords(text, 'en', stems),
      vector: vectorOf(text),
    });
    const answered = answeredQuestions();
    const lines = [`${answered.length} questions: the page is the first one, or among the first five`];
    for (const [name, ranking] of RANKINGS) {
      let [first, five] = [0, 0];
      for (const question of answered) {
        const found = ranking([spaces.get(question.corpus)!], await askedOf(question));
        const pages = [...new Set(found.map(({ segment, page }) => segment.pageIds[page]!))];
        const at = pages.findIndex((id) => question.pages.includes(id));
        first += Number(at === 0);
        five += Number(at >= 0 && at < 5);
      }
      lines.push(`${name.padEnd(18)}${share(first, answered.length)}${share(five, answered.length)}`);
    }
    const nearIn = async (question: AskedQuestion) =>
      findPassages([spaces.get(question.corpus)!], await askedOf(question), 1).some(isNear);
    const unanswered = unansweredQuestions();
    let [refused, kept] = [0, 0];
    for (const question of unanswered) refused += Number(!(await nearIn(question)));
    for (const question of answered) kept += Number(await nearIn(question));
    lines.push(`${refused} of ${unanswered.length} questions without an answer are refused`);
    lines.push(`${kept} of ${answered.length} others are answered`);
    const all = [...corpora.values()].flat();
    const large: AskedPage[] = [];
    for (let sections = 0, at = 0; sections < SECTIONS; at++) {
      const page = all[at % all.length]!;
      large.push({ ...page, id: `${page.id} ${at}` });
      sections += page.sections.length;
    }
    const segment = await embeddedSegment(large, stems, vectorOf);
    const asked = await Promise.all(answered.map(askedOf));
    for (const one of asked) findPassages([segment], one, 10);
    const before = process.cpuUsage();
    for (let round = 0; round < ROUNDS; round++)
      for (const question of answered) findPassages([segment], await askedOf(question), 10);
    const { user, system } = process.cpuUsage(before);
    const each = (user + system) / 1000 / (ROUNDS * answered.length);
    lines.push(`${each.toFixed(2)} ms of processor time per question over ${SECTIONS} sections`);
    return lines.join('\n');
  } finally {
    await database.close();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
};
