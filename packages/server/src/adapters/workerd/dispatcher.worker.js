// Runs inside workerd, not in Node: dispatches events to scripts, each in an isolate of its own.
// From scripts it receives only data: requests, responses and traces.
import { WorkerEntrypoint } from 'cloudflare:workers';

const SCRIPT = 'x-lectern-script';
const OUTCOME = 'x-lectern-outcome';
const LOG_LINES = 256;
const LOG_CHARACTERS = 2000;

/** The compatibility settings that the command line tool builds scripts for. */
const SETTINGS = { compatibilityDate: '2025-05-25', compatibilityFlags: ['nodejs_compat'], env: {} };

// Scripts of runtime v1 listen to events, like service workers; CommonJS, because they may need sloppy mode.
const LISTENING = `
const listeners = [];
globalThis.addEventListener = (type, listener) => { if (type === 'fetch') listeners.push(listener); };
export { listeners };
`;
const LISTENERS = `
import { listeners } from './listening.js';
import './script.cjs';
const call = (listener, event) => typeof listener === 'function' ? listener.call(globalThis, event) : listener.handleEvent(event);
export default {
  async fetch(request, env, ctx) {
    let answer;
    const event = {
      type: 'fetch',
      request,
      respondWith: (given) => { answer = Promise.resolve(given); },
      waitUntil: (work) => ctx.waitUntil(work),
      passThroughOnException: () => {},
    };
    for (const listener of listeners) if (!answer) call(listener, event);
    if (!answer) throw new TypeError('No listener answered');
    return answer;
  },
};
`;
// A main module of our own checks the script, so that no handler runs.
const CHECKS = {
  v2: `
import * as script from './script.js';
const entry = script.default;
const handler = typeof entry === 'function' ? entry.prototype?.fetch : entry?.fetch;
const problem = typeof handler === 'function' ? '' : 'The script has no default export with a fetch function.';
export default { fetch: () => new Response(problem) };
`,
  v1: `
import { listeners } from './listening.js';
import './script.cjs';
const problem = listeners.length > 0 ? '' : 'The script does not listen to fetch events.';
export default { fetch: () => new Response(problem) };
`,
};

const modulesOf = (runtime, text) =>
  runtime === 'v1'
    ? { 'listening.js': { js: LISTENING }, 'listeners.js': { js: LISTENERS }, 'script.cjs': { cjs: text } }
    : { 'script.js': { js: text } };

const codeOf = (runtime, text, main, own) => ({
  ...SETTINGS,
  mainModule: main,
  modules: { ...modulesOf(runtime, text), ...own },
});

/** The outbound service of scripts; it sets the id of the script, which scripts cannot forge. */
export class Gate extends WorkerEntrypoint {
  async fetch(request) {
    const marked = new Request(request);
    marked.headers.set(SCRIPT, this.ctx.props.script);
    const answer = await this.env.GATE.fetch(marked, { redirect: 'manual' });
    if (answer.headers.has('x-lectern-refused')) throw new TypeError(await answer.text());
    return answer;
  }
}

/** Receives the logs and exceptions of scripts when they have finished an event. */
export class Tail extends WorkerEntrypoint {
  async tail(traces) {
    const { script } = this.ctx.props;
    for (const trace of traces) {
      const url = trace.event?.request?.getUnredacted?.().url;
      const run = url && /^http:\/\/(\d+)\.run\//.exec(url)?.[1];
      if (!run) continue;
      const lines = [
        ...trace.logs.map(({ level, timestamp, message }) => ({
          level,
          timestamp,
          message: written(message),
        })),
        ...trace.exceptions.map(({ timestamp, name, message, stack }) => ({
          level: 'error',
          timestamp,
          message: cut(stack ? `${name}: ${message}\n${stack}` : `${name}: ${message}`),
        })),
      ];
      await this.env.HOST.fetch(`http://host/runs/${run}/trace`, {
        method: 'POST',
        headers: { [SCRIPT]: script },
        body: JSON.stringify({
          lines: lines.slice(0, LOG_LINES),
          isCut: trace.truncated || lines.length > LOG_LINES,
        }),
      });
    }
  }
}

const cut = (text) => (text.length > LOG_CHARACTERS ? `${text.slice(0, LOG_CHARACTERS - 1)}…` : text);

// Strings are logged as they are, everything else as JSON.
const written = (message) =>
  cut(
    (Array.isArray(message) ? message : [message])
      .map((part) => (typeof part === 'string' ? part : (JSON.stringify(part) ?? String(part))))
      .join(' '),
  );

const TEXT_IS_MISSING = 'The text of the script could not be read.';

// The runtime marks errors of scripts as remote; only errors thrown here, while loading, mean that a script did not load.
const outcomeOf = (error) => {
  if (!(error instanceof Error) || error.remote) return 'failed';
  if (error.message.includes(TEXT_IS_MISSING)) return 'unavailable';
  return error.message.startsWith('Failed to start Worker') ? 'unloadable' : 'failed';
};

const failed = (error) =>
  new Response(cut(String(error?.message ?? error)), {
    status: 500,
    headers: { [OUTCOME]: outcomeOf(error) },
  });

const run = async (request, env, ctx) => {
  const script = request.headers.get(SCRIPT);
  const runtime = request.headers.get('x-lectern-runtime');
  const id = request.headers.get('x-lectern-run');
  const worker = env.LOADER.get(script, async () => {
    const source = await env.HOST.fetch(`http://host/runs/${id}/script`);
    if (!source.ok) throw new Error(TEXT_IS_MISSING);
    const props = { script };
    return {
      ...codeOf(runtime, await source.text(), runtime === 'v1' ? 'listeners.js' : 'script.js'),
      globalOutbound: ctx.exports.Gate({ props }),
      tails: [ctx.exports.Tail({ props })],
    };
  });
  const answer = await worker.getEntrypoint().fetch(`http://${id}.run/v1`, {
    method: 'POST',
    headers: { 'content-type': request.headers.get('content-type') },
    body: request.body,
    redirect: 'manual',
  });
  if (answer.status === 101)
    throw new Error('The script responded with a WebSocket, which is not supported.');
  const told = new Response(answer.body, answer);
  told.headers.set(OUTCOME, 'answered');
  return told;
};

const check = async (request, env) => {
  const runtime = request.headers.get('x-lectern-runtime');
  const code = codeOf(runtime, await request.text(), 'check.js', { 'check.js': { js: CHECKS[runtime] } });
  const answer = await env.LOADER.load({ ...code, globalOutbound: null })
    .getEntrypoint()
    .fetch('http://check/');
  const problem = await answer.text();
  if (problem) throw new Error(problem);
  return new Response('', { headers: { [OUTCOME]: 'answered' } });
};

export default {
  async fetch(request, env, ctx) {
    const { pathname } = new URL(request.url);
    if (pathname === '/ping') return new Response('pong');
    try {
      return await (pathname === '/check' ? check : run)(request, env, ctx);
    } catch (error) {
      return failed(error);
    }
  },
};
