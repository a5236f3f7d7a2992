import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const CORPORA = process.env.LECTERN_CORPORA ?? path.resolve('../shared/corpora');
const BANKING = path.join(CORPORA, 'banking77/test.csv');
const FIXTURES = path.resolve('packages/issues/fixtures');

/** A question with its label, which the server never gets. */
export interface Labelled {
  readonly text: string;
  readonly label: string;
}

/** Shuffles questions, independent of their labels. */
const shuffled = (questions: readonly Labelled[]): Labelled[] => {
  const step = 1009;
  return questions.map((_, i) => questions[(i * step) % questions.length]!);
};

/** The 3,080 questions of BANKING77; none without the corpora. */
export const bankingQuestions = (): Labelled[] => {
  if (!existsSync(BANKING)) return [];
  const rows = readFileSync(BANKING, 'utf8').matchAll(/^(?:"((?:[^"]|"")*)"|([^",\n]*)),([^,\n]+)$/gm);
  const all = [...rows].map(([, quoted, plain, label]) => ({
    text: (quoted ?? plain ?? '').replaceAll('""', '"').trim(),
    label: label!.trim(),
  }));
  // The first row is the header.
  return shuffled(all.slice(1));
};

/** The questions of a fixture: a label and a text in each line. */
export const fixtureQuestions = (name: string): Labelled[] =>
  shuffled(
    readFileSync(path.join(FIXTURES, `${name}.tsv`), 'utf8')
      .trim()
      .split('\n')
      .map((line) => {
        const [label, text] = line.split('\t');
        return { label: label!, text: text! };
      }),
  );
