import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readRepository, sourceFileOf } from '@lectern/document';

/** The files of a repository by path. */
export type Files = Readonly<Record<string, Buffer>>;

const CORPORA = process.env.LECTERN_CORPORA ?? path.resolve('../shared/corpora');
const GENERATED_PAGES = 1000;
const SUBPAGES = 20;

const filesIn = async (folder: string): Promise<Files> => {
  const files: Record<string, Buffer> = {};
  for (const name of (await readdir(folder, { recursive: true })).sort()) {
    const file = path.join(folder, name);
    if ((await stat(file)).isFile()) files[name] = await readFile(file);
  }
  return files;
};

/** The repositories in LECTERN_CORPORA by name. */
export const readCorpora = async (): Promise<Map<string, Files>> => {
  const names = existsSync(CORPORA) ? await readdir(CORPORA) : [];
  const folders = names.filter((name) => existsSync(path.join(CORPORA, name, 'SUMMARY.md')));
  return new Map(
    await Promise.all(folders.map(async (name) => [name, await filesIn(path.join(CORPORA, name))] as const)),
  );
};

const generatedPage = (number: number): string => {
  const other = (step: number) => `page-${(number * 7 + step) % GENERATED_PAGES}.md`;
  const parts = Array.from(
    { length: 4 },
    (_, part) => `## Part ${part} of ${number}

What part ${part} says is followed by *words* of **weight**, \`code\` and [another page](${other(part)}).
It goes on for a second line, as paragraphs of people do, and says the number ${number * 31 + part}.

* A first point, with [a link](https://example.com/${number}/${part})
* A second point
  * and one below it

\`\`\`js
const answer = ${number} + ${part};
\`\`\`

{% hint style="info" %}
Whoever reads ${number} also reads [the next one](${other(part + 11)}).
{% endhint %}

| Name | Meaning |
| --- | --- |
| a${number} | the first |
| b${part} | the second |
`,
  );
  return `---\ndescription: What page ${number} is about\n---\n\n# Page ${number}\n\n${parts.join('\n')}`;
};

/** A generated repository: pages of typical length with links. */
export const generateRepository = (): Files => {
  const names = Array.from({ length: GENERATED_PAGES }, (_, number) => `page-${number}.md`);
  const lines = names.map(
    (name, number) => `${number % SUBPAGES === 0 ? '' : '  '}* [Page ${number}](${name})`,
  );
  return Object.fromEntries([
    ['SUMMARY.md', Buffer.from(`# Table of contents\n\n${lines.join('\n')}\n`)],
    ...names.map((name, number) => [name, Buffer.from(generatedPage(number))] as const),
  ]);
};

/** The Markdown of the pages of a repository. */
export const textsOf = (files: Files): string[] => {
  const sources = Object.entries(files).map(([name, bytes]) => sourceFileOf(name, bytes));
  return [...readRepository(sources).repository.texts.values()];
};

/** Commits files to a new git repository. */
export const commitFiles = async (folder: string, files: Files): Promise<void> => {
  for (const [name, bytes] of Object.entries(files)) {
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, bytes);
  }
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Bench', '-c', 'user.email=bench@example.com', ...args], {
      cwd: folder,
      stdio: 'ignore',
    });
  git('init', '-q', '-b', 'main');
  git('add', '-A');
  git('commit', '-q', '-m', 'All of it');
};
