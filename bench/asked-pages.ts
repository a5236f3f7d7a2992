import { readFileSync } from 'node:fs';
import { parseMarkdown, readRepository, type Section, sectionsOf, sourceFileOf } from '@lectern/document';
import { readCorpora } from './import-repositories.ts';

/** A page of the corpora with its searchable sections. */
export interface AskedPage {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly sections: readonly Section[];
}

/** A question, and the pages that answer it; none answers some. */
export interface AskedQuestion {
  readonly corpus: string;
  readonly text: string;
  readonly pages: readonly string[];
}

const CORPORA = ['beefree-sdk-docs', 'cheat-sheets', 'aep-sdks-documentation'];

const rowsOf = (name: string): string[][] =>
  readFileSync(new URL(`asked/${name}.tsv`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split('\t'));

/** The questions that a page of its corpus answers. */
export const answeredQuestions = (): AskedQuestion[] =>
  CORPORA.flatMap((corpus) =>
    rowsOf(corpus).map(([pages, text]) => ({ corpus, text: text!, pages: pages!.split(',') })),
  );

/** The questions that no page of their corpus answers. */
export const unansweredQuestions = (): AskedQuestion[] =>
  rowsOf('unanswered').map(([corpus, text]) => ({ corpus: corpus!, text: text!, pages: [] }));

/** The pages of each corpus, as an import makes them. */
export const askedPages = async (): Promise<Map<string, AskedPage[]>> => {
  const all = new Map<string, AskedPage[]>();
  for (const [name, files] of await readCorpora()) {
    if (!CORPORA.includes(name)) continue;
    const sources = Object.entries(files).map(([path, bytes]) => sourceFileOf(path, bytes));
    const { pages, texts } = readRepository(sources).repository;
    const found: AskedPage[] = [];
    const walk = (some: typeof pages): void => {
      for (const page of some) {
        if (page.type === 'document' && page.path !== undefined) {
          const text = (texts.get(page.path) ?? '').replace(/^---\n[\s\S]*?\n---\n/, '');
          found.push({
            id: page.path.replace(/\.md$/, ''),
            title: page.title,
            description: '',
            sections: sectionsOf(parseMarkdown(text.replace(/^\s*# .*\n/, ''))),
          });
        }
        if ('children' in page) walk(page.children);
      }
    };
    walk(pages);
    all.set(name, found);
  }
  return all;
};
