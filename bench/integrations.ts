import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createScripts } from '../packages/server/src/adapters/workerd/index.ts';
import type { Script, Scripts } from '../packages/server/src/kernel/integration-scripts.ts';
import { sendableBody } from '../packages/server/src/kernel/script-body.ts';
import { createTurns } from '../packages/server/src/kernel/turns.ts';
import { bundleIntegration } from '../packages/server/src/testing/integration-scripts.ts';

const TICKS_A_SECOND = 100;
const FOLDER = path.resolve('packages/server/src/testing/integrations');
const INSTALLED = 100;
const EVENTS = 2000;

const environment = {
  apiEndpoint: 'https://docs.example',
  apiTokens: { integration: 'token' },
  integration: { name: 'bench', version: 1 },
};

/** CPU milliseconds and megabytes of the script process. */
const usage = (pid: number): { readonly cpuMs: number; readonly megabytes: number } => {
  const words = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
  const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))!;
  return {
    cpuMs: ((Number(words[11]) + Number(words[12])) / TICKS_A_SECOND) * 1000,
    megabytes: Math.round(Number(kilobytes) / 1024),
  };
};

const children = (): number[] =>
  readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ').map(Number);

const LARGE_RESPONSES = 20;
// As many as the budget of a process allows.
const LARGE_AT_ONCE = 10;
const LARGE_MEGABYTES = 9;
// Another process, so that its work does not count; prints the median latency of small requests, alone and meanwhile.
const CLIENTS = `const url = process.argv[1];
  let isDone = false;
  const latencies = async (isOver) => {
    const all = [];
    while (!isOver(all.length)) {
      const begun = performance.now();
      await (await fetch(url + '/small')).text();
      all.push(performance.now() - begun);
    }
    return all.sort((a, b) => a - b)[all.length >> 1];
  };
  const read = async () => {
    for (let left = ${LARGE_RESPONSES / LARGE_AT_ONCE}; left > 0; left--) await (await fetch(url)).arrayBuffer();
  };
  const alone = await latencies((count) => count === 200);
  const meanwhile = latencies(() => isDone);
  await Promise.all(Array.from({ length: ${LARGE_AT_ONCE} }, read));
  isDone = true;
  console.log(JSON.stringify([alone, await meanwhile]));`;

/** The latency of small requests, and the delay of the event loop, while large responses of a script pass through this process. */
const measureLargeResponses = async (scripts: Scripts): Promise<string> => {
  const script: Script = {
    id: 'bench-large@1',
    owner: 'bench',
    runtime: 'v2',
    text: async () =>
      `export default { fetch: () => new Response(new Uint8Array(${LARGE_MEGABYTES} * 1024 * 1024)) }`,
  };
  const turns = createTurns(256 * 1024);
  const relay = async (response: http.ServerResponse): Promise<void> => {
    const { outcome } = await scripts.run({ script, event: { eventId: 'e', type: 'fetch' }, environment });
    if (!('status' in outcome)) throw new Error(JSON.stringify(outcome));
    const content = sendableBody(outcome.body, turns);
    if (content instanceof Readable) await pipeline(content, response);
    else response.end(content);
  };
  const server = http.createServer((request, response) => {
    if (request.url === '/small') response.end('{}');
    else void relay(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const before = process.cpuUsage();
  const clients = spawn(process.execPath, ['--input-type=module', '-e', CLIENTS, url], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const printed = await text(clients.stdout);
  delay.disable();
  const { user, system } = process.cpuUsage(before);
  server.close();
  const [alone, meanwhile] = JSON.parse(printed) as [number, number];
  const ms = (nanoseconds: number) => `${(nanoseconds / 1e6).toFixed(0)} ms`;
  return `${LARGE_RESPONSES} responses of ${LARGE_MEGABYTES} MB, ${LARGE_AT_ONCE} at once: a small request takes ${meanwhile.toFixed(1)} ms instead of ${alone.toFixed(1)} ms (medians), the event loop is delayed by ${ms(delay.percentile(99))} (p99), ${ms(delay.max)} (longest), and each takes ${ms(((user + system) * 1000) / LARGE_RESPONSES)} of CPU in Node`;
};

/** The cost of events for integrations, and the memory of many scripts. */
export const measureIntegrations = async (): Promise<string> => {
  if (process.platform !== 'linux') return 'integrations: skipped, because CPU times of processes need Linux';
  const scriptText = await bundleIntegration('event-logger', 'v2', FOLDER);
  const scripts = createScripts({
    settings: { processes: 1, seconds: 30, memoryMegabytes: 2048 },
    egress: { fetch: () => Promise.reject(new Error()), check: () => Promise.reject(new Error()) },
    api: {
      address: () => environment.apiEndpoint,
      forward: async () => ({ status: 200, headers: {}, body: Readable.from(['{}']) }),
    },
  });
  if (scripts.unavailableReason) return `integrations: skipped. ${scripts.unavailableReason}`;
  const script = (index: number): Script => ({
    id: `bench-${index}@1`,
    owner: 'bench',
    runtime: 'v2',
    text: async () => scriptText,
  });
  const run = async (index: number): Promise<void> => {
    const event = { eventId: 'e', type: 'site_view' };
    const { outcome, logs } = await scripts.run({ script: script(index), event, environment });
    if (!('status' in outcome) || outcome.status !== 200) throw new Error(JSON.stringify(outcome));
    await logs;
  };
  try {
    const before = new Set(children());
    const begun = performance.now();
    await run(0);
    const startMs = performance.now() - begun;
    const pid = children().find((child) => !before.has(child))!;
    const empty = usage(pid);

    for (let index = 1; index <= INSTALLED; index++) await run(index);
    const loaded = usage(pid);
    const coldMs = (loaded.cpuMs - empty.cpuMs) / INSTALLED;

    const nodeBefore = process.cpuUsage();
    const warm = performance.now();
    for (let count = 0; count < EVENTS; count++) await run(count % INSTALLED);
    const warmWallMs = (performance.now() - warm) / EVENTS;
    const node = process.cpuUsage(nodeBefore);
    const after = usage(pid);
    const warmMs = (after.cpuMs - loaded.cpuMs) / EVENTS;
    const nodeMs = (node.user + node.system) / 1000 / EVENTS;

    const large = await measureLargeResponses(scripts);

    return [
      `first event, including the start of the process: ${startMs.toFixed(0)} ms`,
      `first event of a script of ${Math.round(scriptText.length / 1024)} KB: ${coldMs.toFixed(1)} ms of CPU in workerd`,
      `event of a loaded script: ${warmMs.toFixed(2)} ms of CPU in workerd and ${nodeMs.toFixed(2)} ms in Node, ${warmWallMs.toFixed(1)} ms from event to trace`,
      `memory of workerd: ${empty.megabytes} MB with one script, ${loaded.megabytes} MB with ${INSTALLED} more, ${after.megabytes} MB after ${EVENTS} events`,
      large,
    ].join('\n');
  } finally {
    await scripts.close();
  }
};
