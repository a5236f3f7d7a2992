import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { workerdPids } from '../../testing/processes.ts';
import { closeSharedServers } from '../../testing/shared-servers.ts';
import { startScripts, startServer, type TestScripts } from './workerd.fixture.ts';

let on: TestScripts | undefined;
const start = async (...options: Parameters<typeof startScripts>) => {
  on = await startScripts(...options);
  return on;
};
// Other tests may run workerd as well.
beforeAll(closeSharedServers);
afterEach(async () => {
  await on?.close();
  on = undefined;
});

const soon = async (isSo: () => boolean, ms = 30_000): Promise<void> => {
  for (const until = Date.now() + ms; !isSo(); ) {
    if (Date.now() > until) throw new Error('It did not become so');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};
const LOOP = `if (event.type === 'bad') while (true); return 'good'`;
const bad = { event: { eventId: 'e', type: 'bad' } };

describe('an endless loop', () => {
  test('is stopped, and other events of its process are repeated', async () => {
    const { run, scriptDoing, outsideUrl, received } = await start();
    const slow = scriptDoing(
      `await fetch('${outsideUrl}/begun'); await new Promise((resolve) => setTimeout(resolve, 1000)); return 'slow'`,
    );
    const first = run(slow);
    const visited = (method: string) =>
      run(slow, { event: { eventId: 'e', type: 'fetch', request: { method } } });
    const [read, write] = [visited('get'), visited('post')];
    await soon(() => received.length === 3);
    const looping = await run(scriptDoing(LOOP), bad);
    expect(looping.failure).toEqual({
      kind: 'timeout',
      message: 'The script blocked its process, which was terminated.',
    });
    expect(looping.logs.at(-1)).toMatchObject({ level: 'error', message: looping.failure!.message });
    expect((await first).text).toBe('"slow"');
    expect((await read).text).toBe('"slow"');
    // A request that writes, and may have done so, is not repeated.
    expect((await write).failure).toEqual({
      kind: 'interrupted',
      message: 'The process that the script shared with other scripts ended.',
    });
  });
  test('delays requests to other scripts, and fails none', async () => {
    const { run, scriptDoing } = await start();
    const neighbour = scriptDoing(`return event.request.method`, { owner: 'neighbour' });
    const culprit = scriptDoing(LOOP, { owner: 'culprit' });
    const visit = (method: string) =>
      run(neighbour, { event: { eventId: 'e', type: 'fetch', request: { method } } });
    await visit('get');
    let isLooping = true;
    const looping = Promise.all([run(culprit, bad), run(culprit, bad)]).finally(() => {
      isLooping = false;
    });
    const answers: (string | undefined)[] = [];
    while (isLooping)
      for (const { failure, text } of await Promise.all([visit('get'), visit('post'), visit('post')]))
        answers.push(failure?.message ?? text);
    expect(new Set(answers)).toEqual(new Set(['"get"', '"post"']));
    for (const { failure } of await looping) expect(failure?.kind).toBe('timeout');
  });
  test('of promises and of timers is stopped', async () => {
    const { run, scriptDoing } = await start();
    const promises = await run(
      scriptDoing(
        'const fork = () => { Promise.resolve().then(fork); Promise.resolve().then(fork); }; fork(); await new Promise(() => {});',
      ),
    );
    expect(promises.failure).toBeDefined();
    expect((await run(scriptDoing('return 1'))).text).toBe('1');
  });
  test('of a known script delays only that script', async () => {
    const { run, scriptDoing } = await start();
    const script = scriptDoing(LOOP);
    const other = scriptDoing(`return 'other'`);
    await run(script, bad);
    await run(script, bad);
    let isOver = false;
    const third = run(script, bad).finally(() => {
      isOver = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 700));
    for (let i = 0; i < 5; i++) expect((await run(other)).text).toBe('"other"');
    expect([isOver, workerdPids().length]).toEqual([false, 2]);
    expect((await third).failure?.kind).toBe('timeout');
    expect((await run(script)).text).toBe('"good"');
  });
  test('is blamed on the script that started it, not on later ones', async () => {
    const { run, scriptDoing, warnings } = await start();
    const script = scriptDoing(LOOP);
    await run(script);
    const looping = run(script, bad);
    await new Promise((resolve) => setTimeout(resolve, 1500));
    const late = run(scriptDoing('return 1'));
    expect((await looping).failure?.kind).toBe('timeout');
    expect((await late).text).toBe('1');
    expect(warnings).toMatchObject([{ script: script.id, ending: 'stalled' }]);
  });
});

describe('a script that does harm long after it started', () => {
  const visit = { event: { eventId: 'e', type: 'fetch' } };
  const LATE = 'await new Promise((resolve) => setTimeout(resolve, 1500));';
  // Longer than the other script takes to exceed a limit.
  const VICTIM = `await new Promise((resolve) => setTimeout(resolve, 4000)); return 'fine'`;

  test.each([
    ['an endless loop', 'for (;;);', 'timeout'],
    ['too much memory', 'const all = []; for (;;) all.push(new Array(1e6).fill(Math.random()));', 'crashed'],
  ])('by %s is identified, and no other script is blamed', async (_what, harm, kind) => {
    const { run, scriptDoing, warnings } = await start();
    const culprit = scriptDoing(`${LATE} ${harm}`);
    const victim = scriptDoing(VICTIM);
    // It is not known at first which of the two is at fault: both are repeated, each in its own process.
    const [repeated, guilty] = await Promise.all([run(victim, visit), run(culprit, visit)]);
    expect(guilty.failure?.kind).toBe(kind);
    expect(guilty.logs.at(-1)?.message).toMatch(
      /^(The script blocked its process|The process of the script)/,
    );
    expect([repeated.failure, repeated.text]).toEqual([undefined, '"fine"']);
    expect(warnings).toMatchObject([
      { suspects: expect.arrayContaining([culprit.id, victim.id]) },
      { script: culprit.id },
    ]);
  });
  test('is named in the trace of its own event, which is repeated separately like those of others', async () => {
    const { run, scriptDoing, warnings, received, outsideUrl } = await start();
    const culprit = scriptDoing(`await fetch('${outsideUrl}/culprit'); ${LATE} for (;;);`);
    const harmless = scriptDoing(
      `await new Promise((resolve) => setTimeout(resolve, event.eventId === 'long' ? 4000 : 10)); return 'fine'`,
    );
    const long = run(harmless, { event: { eventId: 'long', type: 'site_view' } });
    const { failure, logs } = await run(culprit);
    expect(failure).toEqual({
      kind: 'timeout',
      message: 'The script blocked its process, which was terminated.',
    });
    expect(logs.at(-1)?.message).toBe(failure!.message);
    expect((await long).text).toBe('"fine"');
    // Once with others and once alone, not more often.
    expect(received.map(({ url }) => url)).toEqual(['/culprit', '/culprit']);
    expect(warnings).toMatchObject([{ ending: 'stalled' }, { script: culprit.id, ending: 'stalled' }]);
  });
  test('in deferred work is named in the trace', async () => {
    const { run, scriptDoing } = await start();
    const { text, logs } = await run(
      scriptDoing(`ctx.waitUntil((async () => { ${LATE} for (;;); })()); return 'answered'`),
    );
    expect(text).toBe('"answered"');
    expect(logs.at(-1)?.message).toBe('The script blocked its process, which was terminated.');
  });
  test('by using the CPU does not cause blame for a waiting script', async () => {
    const { run, scriptDoing, warnings } = await start({ limits: { answerMs: 1500 } });
    const busy = scriptDoing(
      `for (;;) { for (const until = Date.now() + 200; Date.now() < until; ); await new Promise((resolve) => setTimeout(resolve, 1)); }`,
    );
    const waiting = scriptDoing('await new Promise((resolve) => setTimeout(resolve, 5000)); return 1');
    await Promise.all([run(waiting), run(busy)]);
    expect(warnings).not.toContainEqual(
      expect.objectContaining({ script: waiting.id, violation: 'cpu-no-response' }),
    );
    expect(warnings).toContainEqual(
      expect.objectContaining({ suspects: expect.arrayContaining([waiting.id, busy.id]) }),
    );
  });
});

describe('a script that uses the CPU without blocking it completely', () => {
  const BUSY = `const busy = async () => { for (;;) { for (const until = Date.now() + 200; Date.now() < until; ); await new Promise((resolve) => setTimeout(resolve, 1)); } };`;
  test('is separated', async () => {
    const { run, scriptDoing } = await start({ limits: { answerMs: 1500 } });
    const script = scriptDoing(`${BUSY} if (event.type === 'bad') await busy(); return 'good'`);
    for (let i = 0; i < 2; i++) expect((await run(script, bad)).failure?.kind).toBe('timeout');
    expect((await run(script)).text).toBe('"good"');
    expect(workerdPids()).toHaveLength(2);
  });
  test('does not outlive its event by much: its process ends when other events are done', async () => {
    const { run, scriptDoing, outsideUrl, received } = await start({ limits: { afterwardsMs: 700 } });
    const patient = run(
      scriptDoing(
        `await fetch('${outsideUrl}/patient'); await new Promise((resolve) => setTimeout(resolve, 2000)); return 'patient'`,
      ),
    );
    await soon(() => received.length === 1);
    const [before] = workerdPids();
    const { text, logs } = await run(scriptDoing(`${BUSY} ctx.waitUntil(busy()); return 'busy'`));
    expect(text).toBe('"busy"');
    expect(logs.map(({ message }) => message)).toEqual([
      'The script was still running 0.7 seconds after its event was over.',
    ]);
    expect((await patient).text).toBe('"patient"');
    expect(received).toHaveLength(1);
    await soon(() => !workerdPids().includes(before!));
  });
  test('does not outlive its event even if it leaves little time for heartbeats', async () => {
    const { run, scriptDoing, warnings } = await start({ limits: { afterwardsMs: 700 } });
    const script = scriptDoing(
      `ctx.waitUntil((async () => { for (;;) { for (const until = Date.now() + 1200; Date.now() < until; ); await new Promise((resolve) => setTimeout(resolve, 1)); } })()); return 1`,
    );
    const { logs } = await run(script);
    expect(logs.at(-1)!.message).toMatch(
      /^The script (was still running 0.7 seconds after|blocked its process)/,
    );
    expect(warnings).toMatchObject([{ script: script.id }]);
  });
  test('is distinguished from a waiting one', async () => {
    const { run, scriptDoing, warnings } = await start({ limits: { answerMs: 700 } });
    expect(
      (await run(scriptDoing('await new Promise((resolve) => setTimeout(resolve, 5000))'))).failure?.kind,
    ).toBe('timeout');
    expect(warnings).toEqual([]);
  });
});

describe('excessive memory use', () => {
  test.each([
    ['on the heap', 'const all = []; for (;;) all.push(new Array(1e6).fill(all.length));'],
    [
      'in buffers',
      'const all = []; for (;;) { all.push(new Uint8Array(32 * 1024 * 1024).fill(1)); await new Promise((resolve) => setTimeout(resolve, 1)); }',
    ],
    [
      'in buffers, without a pause',
      'const all = []; for (;;) all.push(new Uint8Array(32 * 1024 * 1024).fill(1));',
    ],
    [
      'in texts',
      `let all = 'x'; for (;;) { all += all; if (all.length > 4e8) all = [all.slice(1)].concat(all).join(); }`,
    ],
  ])('%s ends with its process, and others continue', async (_where, work) => {
    const { run, scriptDoing } = await start({
      settings: { processes: 1, seconds: 20, memoryMegabytes: 256 },
    });
    const { failure } = await run(scriptDoing(work));
    expect(failure?.kind).toMatch(/^(crashed|timeout)$/);
    expect((await run(scriptDoing('return 1'))).text).toBe('1');
  });
  test('of many scripts together replaces the process when possible', async () => {
    const { run, scriptDoing } = await start({
      settings: { processes: 1, seconds: 20, memoryMegabytes: 128 },
    });
    await run(scriptDoing('return 1'));
    const [before] = workerdPids();
    const large = () => scriptDoing('globalThis.kept = new Uint8Array(24 * 1024 * 1024).fill(1); return 1');
    for (let i = 0; i < 8; i++) expect((await run(large())).text).toBe('1');
    await soon(() => !workerdPids().includes(before!));
    expect((await run(scriptDoing('return 1'))).text).toBe('1');
    await soon(() => workerdPids().length === 1);
  });
});

test('events of one script are queued above one limit, and rejected above another', async () => {
  const { run, scriptDoing } = await start();
  const script = scriptDoing('await new Promise((resolve) => setTimeout(resolve, 50)); return 1');
  const all = await Promise.all(Array.from({ length: 560 }, () => run(script)));
  expect(all.filter(({ text }) => text === '1')).toHaveLength(550);
  expect(all.at(-1)!.failure).toEqual({
    kind: 'unavailable',
    message: 'Too many events are waiting for this script.',
  });
});

describe('workerd processes', () => {
  test('are started on demand, by owner, and stopped when idle', async () => {
    const { run, scriptDoing } = await start({
      settings: { processes: 2, seconds: 20, memoryMegabytes: 512 },
      idleMs: 3_000,
    });
    expect(workerdPids()).toEqual([]);
    await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map((owner) => run(scriptDoing('return 1', { owner }))));
    expect(workerdPids()).toHaveLength(2);
    await soon(() => workerdPids().length === 0);
    expect((await run(scriptDoing('return 1'))).text).toBe('1');
  });
  test('that are killed are replaced: running events are repeated, and later events succeed', async () => {
    const { run, scriptDoing, outsideUrl, received } = await start();
    const slow = scriptDoing(
      `await fetch('${outsideUrl}/begun'); await new Promise((resolve) => setTimeout(resolve, 500)); return 'slow'`,
    );
    const [first, second] = [
      run(slow),
      run(scriptDoing('await new Promise((resolve) => setTimeout(resolve, 500)); return 1')),
    ];
    await soon(() => received.length === 1);
    process.kill(workerdPids()[0]!, 'SIGKILL');
    expect((await first).text).toBe('"slow"');
    expect((await second).text).toBe('1');
    expect((await run(slow)).text).toBe('"slow"');
  });
  test('leave nothing behind when they are closed', async () => {
    const { run, scriptDoing, scripts } = await start();
    await run(scriptDoing('return 1'));
    await scripts.close();
    expect(workerdPids()).toEqual([]);
    expect(readdirSync('/tmp').filter((name) => name.startsWith(`lectern-scripts-${process.pid}-`))).toEqual(
      [],
    );
    expect((await run(scriptDoing('return 1'))).failure).toEqual({
      kind: 'stopping',
      message: 'The server is stopping.',
    });
  });
  test('end with the server, also when it is killed', async () => {
    const server = startServer('startScripts()');
    await new Promise((resolve) => server.stdout.once('data', resolve));
    const [child] = workerdPids(server.pid);
    expect(child).toBeDefined();
    server.kill('SIGKILL');
    await soon(() => {
      try {
        return execFileSync('ps', ['-o', 'stat=', '-p', String(child)])
          .toString()
          .startsWith('Z');
      } catch {
        return true;
      }
    });
  });
});
