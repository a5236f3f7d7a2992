import { afterEach, expect, test } from 'vitest';
import { startScripts, type TestScripts } from './workerd.fixture.ts';

let on: TestScripts;
afterEach(() => on.close());

const visit = { eventId: 'e', type: 'fetch' };
const SLICE = 'for (const until = Date.now() + 100; Date.now() < until; );';

test('a script that uses the CPU after its response is identified, and stopped if it continues', async () => {
  on = await startScripts();
  const { run, scriptDoing, scripts, warnings } = on;
  const waiting = scriptDoing('await new Promise((resolve) => setTimeout(resolve, 8000)); return 1');
  const nibbler = scriptDoing(`
    ctx.waitUntil((async () => {
      for (const end = Date.now() + 9000; Date.now() < end; ) { ${SLICE} await new Promise((resolve) => setTimeout(resolve, 1)); }
    })());
    return 'ok'`);
  const nibble = () => scripts.run({ script: nibbler, event: visit, environment: {} });
  const warned = async (count: number) => {
    for (const until = Date.now() + 20_000; warnings.length < count && Date.now() < until; )
      await new Promise((resolve) => setTimeout(resolve, 20));
  };
  const other = run(waiting, { event: visit });
  const first = await nibble();
  await warned(1);
  expect(warnings).toMatchObject([{ suspects: [waiting.id, nibbler.id], violation: 'cpu-after-response' }]);
  // No script is interrupted.
  expect((await other).text).toBe('1');
  const second = await nibble();
  await warned(2);
  expect(warnings.slice(1)).toMatchObject([{ script: nibbler.id, violation: 'cpu-after-response' }]);
  expect((await nibble()).outcome).toMatchObject({ kind: 'unavailable' });
  expect([await first.logs, await second.logs]).toEqual([[], []]);
  const third = await nibble();
  expect(third.outcome).toMatchObject({ status: 200 });
  expect((await third.logs).map(({ message }) => message)).toEqual([
    'The process of the script was stopped before the script finished.',
  ]);
  expect(warnings.slice(2)).toMatchObject([{ script: nibbler.id, violation: 'cpu-after-response' }]);
});

test('many short responses are no violation, even in a busy process', async () => {
  on = await startScripts();
  const { run, scriptDoing, warnings } = on;
  const short = scriptDoing(
    `${SLICE} ctx.waitUntil(new Promise((resolve) => setTimeout(resolve, 50))); return 'short'`,
  );
  const until = Date.now() + 8000;
  const visitor = async () => {
    while (Date.now() < until) expect((await run(short, { event: visit })).text).toBe('"short"');
  };
  await Promise.all([visitor(), visitor(), visitor()]);
  expect(warnings).toEqual([]);
});
