import autocannon from 'autocannon';

interface BenchRequest {
  readonly url: string;
  readonly method?: 'GET' | 'POST';
  readonly token?: string;
  /** The Host header, if it differs from the URL. */
  readonly host?: string;
  readonly body?: unknown;
}

/** A request to measure. */
export interface Target extends BenchRequest {
  readonly name: string;
  /** A sequence of requests instead; each of them counts. */
  readonly sequence?: readonly BenchRequest[];
  /** The reference, whose cost is 1. */
  readonly against?: string;
}

/** The result of a target at a number of connections. */
export interface Measurement {
  readonly target: Target;
  readonly connections: number;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
}

const requestOf = (request: BenchRequest) => ({
  method: request.method ?? ('GET' as const),
  headers: {
    ...(request.host && { host: request.host }),
    ...(request.token && { authorization: `Bearer ${request.token}` }),
    ...(request.body !== undefined && { 'content-type': 'application/json' }),
  },
  ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
});

const fire = async (target: Target, connections: number, seconds: number) => {
  const result = await autocannon({
    url: target.url,
    ...requestOf(target),
    connections,
    duration: seconds,
    ...(target.sequence && {
      requests: target.sequence.map((request) => {
        const { pathname, search } = new URL(request.url);
        return { ...requestOf(request), path: pathname + search };
      }),
    }),
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(
      `${target.name}: ${result.non2xx} responses were not 2xx, ${result.errors} requests failed`,
    );
  return { perSecond: result['2xx'] / result.duration, p50: result.latency.p50, p99: result.latency.p99 };
};

const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;

/** Duration and rounds of a measurement, and a warm-up that is not counted. */
export interface Plan {
  readonly connections: readonly number[];
  readonly rounds: number;
  readonly seconds: number;
  readonly warmUp: number;
}

/** Measures all targets in rotation, so that slow moments of the machine affect all; returns the medians of the rounds. */
export const measure = async (
  targets: readonly Target[],
  { connections, rounds, seconds, warmUp }: Plan,
): Promise<Measurement[]> => {
  const measured: Measurement[] = [];
  for (const count of connections) {
    const results = new Map<Target, Awaited<ReturnType<typeof fire>>[]>(
      targets.map((target) => [target, []]),
    );
    for (const target of targets) await fire(target, count, warmUp);
    for (let round = 0; round < rounds; round++)
      for (const target of targets) results.get(target)!.push(await fire(target, count, seconds));
    for (const [target, runs] of results)
      measured.push({
        target,
        connections: count,
        perSecond: median(runs.map((run) => run.perSecond)),
        p50: median(runs.map((run) => run.p50)),
        p99: median(runs.map((run) => run.p99)),
      });
  }
  return measured;
};

/** The measurements as a table with their references. */
export const toTable = (measurements: readonly Measurement[]): string => {
  const rows = measurements.map((row) => {
    const base = measurements.find(
      (other) => other.target.name === row.target.against && other.connections === row.connections,
    );
    const cost = base ? `${(base.perSecond / row.perSecond).toFixed(2)} × ${base.target.name}` : '';
    return [
      row.target.name,
      String(row.connections),
      row.perSecond.toFixed(0),
      String(row.p50),
      String(row.p99),
      cost,
    ];
  });
  const all = [['', 'connections', 'requests/s', 'p50 ms', 'p99 ms', 'cost'], ...rows];
  const widths = all[0]!.map((_, column) => Math.max(...all.map((row) => row[column]!.length)));
  return all
    .map((row) =>
      row
        .map((cell, column) =>
          column === 0 || column === 5 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!),
        )
        .join('  '),
    )
    .join('\n');
};
