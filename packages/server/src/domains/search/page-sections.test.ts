import { hashText } from '@lectern/document';
import { expect, test, vi } from 'vitest';
import type { Kernel } from '../../kernel/kernel.ts';
import { tasks } from '../../kernel/markdown/tasks.ts';
import type { RevisionsService } from '../revisions/index.ts';
import { createPageSections } from './page-sections.ts';
import type { SectionsOfBody } from './search-bodies.store.ts';

const set = (texts: readonly string[]) => {
  const read = vi.fn(async (all: readonly string[]) => tasks.sections(all));
  const find = vi.fn(async (_: string, bodies: readonly string[]) => {
    const there = texts.map((text) => [hashText(text), text] as const);
    return new Map(there.filter(([body]) => bodies.includes(body)));
  });
  const service = createPageSections({
    markdown: { sections: read } as unknown as Kernel['markdown'],
    revisions: () => ({ markdownsOf: find }) as unknown as RevisionsService,
  });
  const all = async (bodies: readonly string[]) => {
    const found: SectionsOfBody[] = [];
    for await (const some of service.read('organization', bodies)) found.push(...some);
    return found;
  };
  return { service, read, find, all };
};

const texts = ['# One\n\nFirst words.\n', 'Words alone.\n', '## Two\n\nSecond words.\n'];
const bodies = texts.map(hashText);

test('short bodies are loaded with one query, and parsed together', async () => {
  const { read, find, all } = set(texts);
  expect((await all(bodies)).map(({ sections }) => sections)).toEqual(tasks.sections(texts));
  expect([find.mock.calls.length, read.mock.calls.length]).toEqual([1, 1]);
});

test('cached sections are not loaded again', async () => {
  const { service, read, find, all } = set(texts.slice(2));
  const sections = tasks.sections(texts);
  service.cache([0, 1].map((at) => ({ body: bodies[at]!, sections: sections[at]! })));
  const found = new Map((await all(bodies)).map((one) => [one.body, one.sections]));
  expect(bodies.map((body) => found.get(body))).toEqual(sections);
  expect(find.mock.calls.map(([, wanted]) => wanted)).toEqual([[bodies[2]]]);
  expect(read.mock.calls).toEqual([[[texts[2]]]]);
});

test('a missing body is an error, not an empty body', async () => {
  await expect(set(texts.slice(1)).all(bodies)).rejects.toThrow('missing');
});
