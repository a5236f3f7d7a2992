import { expect, test, vi } from 'vitest';
import type { RoutingService } from '../routing/routing.service.ts';
import type { Visit } from '../site/visit.ts';
import { createMcpTools } from './mcp-tools.ts';

const START = Date.UTC(2030, 0, 1);

/** The tool that reads a page, over a site with one page that may be cached for an hour. */
const pageReader = () => {
  let now = START;
  const resolve = vi.fn(async () => ({
    kind: 'page',
    contentType: 'text/markdown; charset=utf-8',
    content: '# Page\n',
    until: now + 3_600_000,
  }));
  const tools = createMcpTools({
    routing: { resolve } as unknown as RoutingService,
    search: undefined as never,
    feedback: undefined as never,
    clock: { now: () => new Date(now) },
  });
  const read = (visit: object = {}) =>
    tools.getPage!.call(
      { url: 'https://docs.test', base: [], version: '1', ...visit } as unknown as Visit,
      { url: '/page' } as never,
      '',
    );
  return { read, resolve, wait: (ms: number) => (now += ms) };
};

test('a page is rendered once for a version of the site, while it may be cached', async () => {
  const { read, resolve, wait } = pageReader();
  expect(await Promise.all([read(), read(), read()])).toEqual(['# Page\n', '# Page\n', '# Page\n']);
  expect(resolve).toHaveBeenCalledTimes(1);
  await read({ version: '2' });
  expect(resolve).toHaveBeenCalledTimes(2);
  wait(3_600_000);
  await read();
  expect(resolve).toHaveBeenCalledTimes(3);
});

test('previews are rendered each time', async () => {
  const { read, resolve } = pageReader();
  await read({ member: 'a' });
  await read({ member: 'a' });
  expect(resolve).toHaveBeenCalledTimes(2);
});
