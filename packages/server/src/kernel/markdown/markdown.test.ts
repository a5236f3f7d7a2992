import { afterAll, expect, test, vi } from 'vitest';
import { THREADS } from '../threads.ts';
import { createMarkdown } from './markdown.ts';
import { tasks } from './tasks.ts';

const markdown = createMarkdown();
afterAll(() => markdown.close());

const short = '# One\n\nSee [two](https://two.test).\n';
const long = Array.from({ length: 500 }, (_, i) => `## Part ${i}\n\nWords of *part* ${i}.`).join('\n\n');

test.each([
  ['short', short],
  ['long', long],
])('a %s text has the same results as the direct functions', async (_, text) => {
  expect(await markdown.canonicalize(text)).toEqual(tasks.canonicalize(text));
  expect(await markdown.document(text)).toBe(tasks.document(text));
  expect(await markdown.sections([text])).toEqual(tasks.sections([text]));
  expect(await markdown.links([text, short])).toEqual(tasks.links([text, short]));
  expect(await markdown.fromDocument(JSON.parse(tasks.document(text)))).toEqual(tasks.canonicalize(text));
  const merged = await markdown.merge(text, `${text}\n\nOurs.`, `Theirs.\n\n${text}`);
  expect(merged.conflicts).toBe(0);
  expect(merged.markdown).toContain('Ours.');
  expect(merged.markdown).toContain('Theirs.');
  expect(await markdown.countConflicts(text)).toBe(0);
});

test('a repository file has the same sections and links as its stored Markdown', async () => {
  const text = '---\ndescription: Told\n---\n\n# Named\n\nSee [two](two.md).\n\n## Part *one*\n\n* Words\n';
  const places = { targets: { 'one.md': '/pages/1', 'two.md': '/pages/2' }, readme: 'README.md', root: '' };
  const [read] = await markdown.readFiles([{ path: 'one.md', text, kind: 'page' }], places);
  expect(read!.sections.map(({ title }) => title)).toEqual([undefined, 'Part one']);
  expect([read!.sections]).toEqual(tasks.sections([read!.markdown]));
  expect([read!.found]).toEqual(tasks.links([read!.markdown]));
});

test('problems of a long document are reported', async () => {
  const paragraph = { object: 'block', type: 'paragraph', nodes: [] };
  const nodes = [
    ...Array.from({ length: 2000 }, () => paragraph),
    { object: 'block', type: 'surprise', data: { said: 'lost' } },
  ];
  const result = await markdown.fromDocument({ object: 'document', data: {}, nodes });
  expect(result).toMatchObject({ problems: [{ path: expect.stringContaining('2000') }] });
});

test('a long text does not block the event loop', async () => {
  await markdown.document(long);
  let turns = 0;
  const ticking = setInterval(() => turns++, 1);
  await markdown.document(long.repeat(10));
  clearInterval(ticking);
  expect(turns).toBeGreaterThan(10);
});

test('a text that is too long is rejected without parsing it, and the next one is parsed', async () => {
  const tooLong = Array.from({ length: THREADS }, () => markdown.document(long.repeat(1000)));
  const patient = markdown.document(long);
  for (const text of tooLong) await expect(text).rejects.toMatchObject({ status: 400 });
  expect(await patient).toBe(tasks.document(long));
});

test('a text has no time limit, so that a busy machine parses it too', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout');
  expect(await markdown.document(long)).toBe(tasks.document(long));
  await markdown.translate(long, [], {});
  expect(timeout).not.toHaveBeenCalled();
  timeout.mockRestore();
});

test('closing rejects running and waiting tasks as interrupted, not as too long', async () => {
  const closing = createMarkdown();
  const tasksOfAll = Array.from({ length: 2 * THREADS }, () => closing.document(long.repeat(20)));
  const outcomes = Promise.allSettled(tasksOfAll);
  await closing.document(short);
  await closing.close();
  for (const outcome of [...(await outcomes), ...(await Promise.allSettled([closing.document(long)]))])
    expect(outcome).toMatchObject({ reason: { name: 'ThreadsClosedError' } });
});

test('many short texts yield to other work', async () => {
  let turns = 0;
  const ticking = setInterval(() => turns++, 1);
  await Promise.all(Array.from({ length: 200 }, () => markdown.document(short)));
  for (let n = 0; n < 200; n++) await markdown.document(short);
  clearInterval(ticking);
  expect(turns).toBeGreaterThan(10);
});
