import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createEgress } from '../../kernel/egress.ts';
import type {
  Script,
  ScriptCall,
  ScriptFailure,
  ScriptLog,
  ScriptResponse,
} from '../../kernel/integration-scripts.ts';
import { bytesOf } from '../../kernel/script-body.ts';
import type { ForwardedRequest } from './fetch-proxy.ts';
import { createScripts, type ScriptsOptions } from './index.ts';

/** A request that the outside server received. */
interface ReceivedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: Buffer;
}

/** The result of an event, with its log. */
export interface RunResult {
  readonly answer: ScriptResponse;
  readonly failure: ScriptFailure | undefined;
  readonly text: string;
  readonly logs: readonly ScriptLog[];
}

/** Runs scripts in real processes, with a test server outside and a simulated API. */
export const startScripts = async (options: Partial<ScriptsOptions> = {}) => {
  const received: ReceivedRequest[] = [];
  const forwarded: ForwardedRequest[] = [];
  const outside = http.createServer(async (request, response) => {
    const body = await buffer(request);
    const url = request.url ?? '';
    received.push({ method: request.method ?? '', url, headers: request.headers, body });
    if (url.startsWith('/to?'))
      return response.writeHead(302, { location: decodeURIComponent(url.slice(4)) }).end();
    if (url === '/large') return response.end(Buffer.alloc(30 * 1024 * 1024));
    if (url === '/forging') response.setHeader('x-lectern-refused', '1');
    if (url === '/cookies') response.setHeader('set-cookie', ['a=1', 'b=2']);
    response.end(`seen ${request.method} ${url}`);
  });
  await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve));
  const { port } = outside.address() as AddressInfo;
  // Host names: one is allowed, the others resolve to forbidden addresses.
  const addresses: Record<string, string> = {
    'outside.example': '127.0.0.1',
    'loopback.example': '127.0.0.1',
    'inside.example': '10.0.0.1',
    'metadata.example': '169.254.169.254',
  };
  const warnings: object[] = [];
  const scripts = createScripts({
    settings: { processes: 1, seconds: 20, memoryMegabytes: 512 },
    egress: createEgress({
      allow: [`outside.example:${port}`],
      lookup: (name, _options, found) => {
        const address = addresses[name];
        if (address) found(null, [{ address, family: 4 }]);
        else found(Object.assign(new Error('not found'), { code: 'ENOTFOUND' }), []);
      },
    }),
    api: {
      address: () => 'https://docs.example/docs',
      forward: async (request) => {
        forwarded.push(request);
        return {
          status: 200,
          headers: { 'content-type': 'application/json' },
          body: Readable.from([JSON.stringify({ title: 'A space', path: request.url.pathname })]),
        };
      },
    },
    warn: (details) => warnings.push(details),
    ...options,
  });

  const script = (text: string, more: Partial<Script> = {}): Script => ({
    id: `test-${randomUUID()}@1`,
    owner: 'owner',
    runtime: 'v2',
    text: async () => text,
    ...more,
  });
  /** A script that runs this code for every event and responds with its result. */
  const scriptDoing = (work: string, more: Partial<Script> = {}): Script =>
    script(
      `export default { async fetch(request, env, ctx) {
        const form = await request.formData();
        const event = JSON.parse(form.get('event'));
        const caught = (promise) => promise.then((done) => done, (error) => 'refused: ' + error.message);
        const body = await (async () => { ${work} })();
        return body instanceof Response ? body : Response.json(body ?? null);
      } }`,
      more,
    );
  const run = async (one: Script, call: Partial<ScriptCall> = {}): Promise<RunResult> => {
    const { outcome, logs } = await scripts.run({
      script: one,
      event: { eventId: randomUUID(), type: 'site_view' },
      environment: {},
      ...call,
    });
    const answer = outcome as ScriptResponse;
    return {
      answer,
      failure: 'kind' in outcome ? outcome : undefined,
      text: answer.body ? bytesOf(answer.body).toString() : '',
      logs: await logs,
    };
  };
  return {
    scripts,
    received,
    forwarded,
    warnings,
    outsideUrl: `http://outside.example:${port}`,
    port,
    script,
    scriptDoing,
    run,
    /** The response of a script that runs this code. */
    evaluate: async (work: string): Promise<unknown> => {
      const { text, failure } = await run(scriptDoing(work));
      if (failure) throw new Error(`${failure.kind}: ${failure.message}`);
      return JSON.parse(text);
    },
    close: async () => {
      await scripts.close();
      outside.closeAllConnections();
      await new Promise((resolve) => outside.close(resolve));
    },
  };
};

/** Scripts for one test. */
export type TestScripts = Awaited<ReturnType<typeof startScripts>>;

/** The environment of an integration. */
export const environmentOf = (name: string, more: object = {}) => ({
  apiEndpoint: 'https://docs.example/docs',
  apiTokens: { integration: 'token-of-integration', installation: 'token-of-installation' },
  integration: {
    name,
    version: 1,
    urls: { publicEndpoint: `https://docs.example/docs/v1/integrations/${name}/integration` },
  },
  secrets: {},
  signingSecrets: { integration: 'signing' },
  ...more,
});

/** Starts a process that runs a script, prints its response, and waits to be killed. */
export const startServer = (starting: string) => {
  const program = `
    const { startScripts } = await import(${JSON.stringify(import.meta.url)});
    const { run, scriptDoing } = await ${starting};
    console.log((await run(scriptDoing('return 1'))).text);
    setInterval(() => {}, 1000);`;
  const args = ['--import', import.meta.resolve('tsx'), '--input-type=module', '-e', program];
  return spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
};
