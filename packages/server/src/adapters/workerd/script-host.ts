import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import type { LiveRuns } from './live-runs.ts';
import { logsOf, type Trace } from './script-logs.ts';

/** Serves the dispatcher: sends it the texts of scripts, and receives their traces. */
export const createScriptHost = (runs: LiveRuns): RequestListener => {
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [, id = '', resource] = /^\/runs\/(\d+)\/(script|trace)$/.exec(request.url ?? '') ?? [];
    const run = runs.find(id);
    if (resource === 'script' && run) {
      const text = await run.call.script.text().catch(() => undefined);
      return void (text === undefined ? response.writeHead(500).end() : response.end(text));
    }
    const trace = (await json(request)) as Trace;
    // A script that forges the URL of its requests can only send traces of its own runs.
    if (run && request.headers['x-lectern-script'] === run.loadAs) run.finish(logsOf(trace));
    response.end();
  };
  return (request, response) => {
    handle(request, response).catch(() => response.destroy());
  };
};
