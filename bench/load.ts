import autocannon from 'autocannon';
import { cpuOfFamily } from './cpu.ts';

/** A request that connections repeat; a function makes a new one each time. */
export interface LoadRequest {
  readonly method?: 'GET' | 'POST';
  readonly path: string;
  readonly body?: unknown;
}

/** Requests to measure. */
interface Load {
  readonly url: string;
  readonly token: string;
  readonly connections: number;
  /** In rotation. */
  readonly requests: readonly (LoadRequest | (() => LoadRequest))[];
  /** The processes whose processor time is measured. */
  readonly pids: readonly number[];
}

/** The result of a load; processor time is in milliseconds per request, by process. */
interface Loaded {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly kilobytes: number;
  readonly cpu: readonly number[];
}

const SECONDS = 6;
const WARM_UP_SECONDS = 2;

const toRequest = ({ method = 'GET', path, body }: LoadRequest) => ({
  method,
  path,
  ...(body !== undefined && { body: JSON.stringify(body) }),
});

/** Sends requests for some seconds, after others that are not counted. */
export const load = async ({ url, token, connections, requests, pids }: Load): Promise<Loaded> => {
  const run = (duration: number) =>
    autocannon({
      url,
      connections,
      duration,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      requests: requests.map((request) =>
        typeof request === 'function'
          ? { setupRequest: (basis: object) => ({ ...basis, ...toRequest(request()) }) }
          : toRequest(request),
      ) as never,
    });
  await run(WARM_UP_SECONDS);
  const before = pids.map(cpuOfFamily);
  const result = await run(SECONDS);
  const failed = result.non2xx + result.errors;
  if (failed > 0) throw new Error(`${failed} of ${result['2xx']} requests to ${url} failed`);
  return {
    perSecond: result['2xx'] / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    kilobytes: result.throughput.total / result['2xx'] / 1024,
    cpu: pids.map((pid, at) => ((cpuOfFamily(pid) - before[at]!) * 1000) / result['2xx']),
  };
};

/** A row of a table of loads, with its cost as a multiple of a reference. */
export interface LoadRow {
  readonly name: string;
  readonly loaded: Loaded;
  readonly reference?: { readonly name: string; readonly loaded: Loaded };
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

// Processor time says more than time on a machine that does other work.
const costOf = (
  cpu: readonly number[],
  perSecond: number,
  { name, loaded }: Required<LoadRow>['reference'],
) => `${(loaded.perSecond / perSecond).toFixed(2)} ×, ${(sum(cpu) / sum(loaded.cpu)).toFixed(2)} × ${name}`;

/** A table of loads. */
export const loadTable = (rows: readonly LoadRow[]): string => {
  const width = Math.max(...rows.map(({ name }) => name.length)) + 2;
  const head = `${''.padEnd(width)}requests/s  p50 ms  p99 ms      KB   Node ms each  database ms  cost, and in processor time`;
  const lines = rows.map(({ name, loaded: { perSecond, p50, p99, kilobytes, cpu }, reference }) =>
    [
      name.padEnd(width),
      perSecond.toFixed(0).padStart(10),
      String(p50).padStart(8),
      String(p99).padStart(8),
      kilobytes.toFixed(1).padStart(8),
      (cpu[0]?.toFixed(2) ?? '').padStart(15),
      (cpu[1]?.toFixed(2) ?? '').padStart(13),
      reference ? `  ${costOf(cpu, perSecond, reference)}` : '',
    ].join(''),
  );
  return [head, ...lines].join('\n');
};
