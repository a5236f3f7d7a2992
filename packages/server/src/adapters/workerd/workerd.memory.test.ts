import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { workerdPids } from '../../testing/processes.ts';
import { closeSharedServers } from '../../testing/shared-servers.ts';
import { startScripts, type TestScripts } from './workerd.fixture.ts';

let on: TestScripts | undefined;
const start = async (memoryMegabytes: number) => {
  on = await startScripts({ settings: { processes: 1, seconds: 20, memoryMegabytes } });
  return on;
};
// Other tests may run workerd as well.
beforeAll(closeSharedServers);
afterEach(async () => {
  await on?.close();
  on = undefined;
});

const visit = { eventId: 'e', type: 'fetch' };
/** Responds at once, and keeps its event open with more memory than allowed. */
const HOG = `
  const all = new Uint8Array(110 * 1024 * 1024).fill(1);
  ctx.waitUntil(new Promise((resolve) => setTimeout(resolve, 20_000)).then(() => all.length));
  return 'held'`;
const HELD_BACK = {
  kind: 'unavailable',
  message: 'The script exceeded its limits, and its process has not ended yet.',
};

describe('memory that a script holds after its response', () => {
  test('moves the script to one separate process, and then blocks it until that process has ended', async () => {
    const { run, scriptDoing, scripts, warnings } = await start(128);
    const hog = scriptDoing(HOG);
    const victim = scriptDoing(`return 'fine'`);
    await run(victim, { event: visit });
    const counts: number[] = [];
    const outcomes: unknown[] = [];
    for (let i = 0; i < 8; i++) {
      const { outcome } = await scripts.run({ script: hog, event: visit, environment: {} });
      outcomes.push('status' in outcome ? outcome.status : outcome);
      expect((await run(victim, { event: visit })).text).toBe('"fine"');
      counts.push(workerdPids().length);
    }
    // First with others, then alone; then it is known to be at fault.
    expect(outcomes).toEqual([200, 200, ...Array(6).fill(HELD_BACK)]);
    expect(Math.max(...counts)).toBeLessThanOrEqual(3);
    expect(warnings).toMatchObject([
      { suspects: expect.arrayContaining([hog.id, victim.id]), isOverMemory: true },
      { script: hog.id, isOverMemory: true },
    ]);
    const { logs } = await scripts.run({ script: hog, event: visit, environment: {} });
    expect((await logs).map(({ message }) => message)).toEqual([HELD_BACK.message]);
  });
  test('stops the oldest process if more than two replaced ones are still running', async () => {
    const { scriptDoing, scripts, warnings } = await start(128);
    const hogs = Array.from({ length: 6 }, () => scriptDoing(HOG));
    const all = [];
    for (const hog of hogs) {
      all.push(await scripts.run({ script: hog, event: visit, environment: {} }));
      expect(workerdPids().length).toBeLessThanOrEqual(4);
    }
    const oldest = await Promise.all(all.slice(0, 3).map(({ logs }) => logs));
    for (const logs of oldest)
      expect(logs.map(({ message }) => message)).toEqual([
        'The process of the script was stopped before the script finished.',
      ]);
    expect(workerdPids()).toHaveLength(3);
    expect(warnings).toHaveLength(5 + 3);
  });
  test('is not blamed on another script that is running when the limit is reached', async () => {
    const { run, scriptDoing, warnings } = await start(256);
    const keeper = scriptDoing('globalThis.kept = new Uint8Array(150 * 1024 * 1024).fill(1); return 1');
    const other = scriptDoing(`
      const all = [];
      for (let i = 0; i < 12; i++) {
        all.push(new Uint8Array(32 * 1024 * 1024).fill(1));
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      await new Promise((resolve) => setTimeout(resolve, 3000));
      return all.length`);
    expect((await run(keeper)).text).toBe('1');
    // Repeated alone, it has enough memory.
    expect((await run(other, { event: visit })).text).toBe('12');
    expect(warnings[0]).toMatchObject({ suspects: [keeper.id, other.id] });
  });
  test('is blamed on a script that was alone in its process', async () => {
    const { run, scriptDoing, warnings } = await start(128);
    const hog = scriptDoing('globalThis.kept = new Uint8Array(110 * 1024 * 1024).fill(1); return 1');
    expect((await run(hog)).text).toBe('1');
    // An idle process ends at once, and the next event gets a new one.
    expect((await run(hog)).text).toBe('1');
    expect(warnings).toMatchObject([{ script: hog.id, isOverMemory: true }, {}]);
  });
});
