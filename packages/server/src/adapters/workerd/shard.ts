import { encodeScriptCall } from '../../kernel/encode-script-call.ts';
import {
  type Script,
  type ScriptCall,
  type ScriptFailure,
  type ScriptLog,
  type ScriptResponse,
  type ScriptRun,
  serverLogLine,
} from '../../kernel/integration-scripts.ts';
import type { Turns } from '../../kernel/turns.ts';
import { startCpuMonitor } from './cpu-monitor.ts';
import { dispatchRequest } from './dispatch-request.ts';
import { createFetchProxy, type FetchProxyOptions } from './fetch-proxy.ts';
import { createFetchQuota, type FetchLimits } from './fetch-quota.ts';
import type { Launch } from './hardening.ts';
import { createLiveRuns, type LiveRun, type LiveRuns } from './live-runs.ts';
import { createMemoryBudget } from './memory-budget.ts';
import { type Ending, type ScriptProcess, startProcess } from './process.ts';
import { createScriptHost } from './script-host.ts';

/** Limits of scripts. */
export interface ScriptLimits {
  /** Time for a response. */
  readonly answerMs: number;
  /** Time for work after the response. */
  readonly afterwardsMs: number;
  readonly answerBytes: number;
  readonly heapMegabytes: number;
  /** Memory of a process beyond which it is replaced when possible. */
  readonly memoryBytes: number;
  /** Time that a process may be unresponsive. */
  readonly stallMs: number;
  readonly checkMs: number;
  readonly calls: FetchLimits;
  readonly callMs: number;
  readonly callBytes: number;
  /** Total size of all responses, and of all request bodies, that a process handles at once. */
  readonly heldBytes: number;
}

/** The result of sending an event to a process. */
export type Attempt =
  | { readonly kind: 'run'; readonly run: ScriptRun }
  | {
      readonly kind: 'ended';
      readonly failure: ScriptFailure;
      /** Whether the script may have sent something before. */
      readonly hasSent: boolean;
    };

/** A process with the events that its scripts are working on. */
export interface Shard {
  run(call: ScriptCall, loadAs: string): Promise<Attempt>;
  check(runtime: Script['runtime'], text: string): Promise<ScriptFailure | undefined>;
  /** The number of unfinished events. */
  size(): number;
  isOverMemory(): boolean;
  /** Every script that ever ran in it, since each may still hold memory. */
  allScripts(): readonly Script[];
  /** How it ended, and the scripts that may have caused it; a single one did cause it. */
  readonly ended: Promise<{
    readonly ending: Ending;
    readonly suspects: readonly Script[];
    readonly output: string;
  }>;
  stop(): Promise<void>;
}

/**
 * `cpu-no-response`: the script took most of the CPU without a response. `never-ends`: it can only be stopped with its
 * process. `cpu-after-response`: it takes most of the CPU after its response; if the culprit is unknown, all scripts at
 * work.
 */
export type LimitViolation = 'cpu-no-response' | 'never-ends' | 'cpu-after-response';

/** Callbacks of a shard. */
export interface ShardEvents {
  /** The last event is finished. */
  onIdle(): void;
  /** A script, or one of several, exceeded its limits. */
  onViolation(scripts: readonly Script[], violation: LimitViolation): void;
}

/** The state of a shard that its helpers use. */
interface ShardContext {
  readonly process: ScriptProcess;
  readonly runs: LiveRuns;
  readonly limits: ScriptLimits;
  readonly events: ShardEvents;
}

/** A process may use this multiple of its memory limit until its events are finished. */
const MEMORY_FACTOR = 2;
/** The time for a trace that should follow at once. */
const TRACE_MS = 2000;
/** A process that is unresponsive for longer is blocked, maybe by another script. */
const UNRESPONSIVE_MS = 250;
const RECHECK_MS = 300;
const MAX_RECHECKS = 20;

/** The failure of a script whose process ended; only a script that was alone is known to have caused it. */
const failureOf = (ending: Ending, suspects: readonly Script[], { id }: Script): ScriptFailure => {
  if (ending === 'stopped')
    return {
      kind: 'interrupted',
      message: 'The process of the script was stopped before the script finished.',
    };
  if (suspects.length !== 1 || suspects[0]!.id !== id)
    return { kind: 'interrupted', message: 'The process that the script shared with other scripts ended.' };
  if (ending === 'stalled')
    return { kind: 'timeout', message: 'The script blocked its process, which was terminated.' };
  const reason = ending === 'memory' ? 'used too much memory' : 'ended, perhaps out of memory';
  return { kind: 'crashed', message: `The process of the script ${reason}.` };
};

/** Whether the process used the CPU for most of the time of a run. */
const isBusy = ({ usage }: ScriptProcess, { startedAt, busyBefore }: LiveRun): boolean =>
  ((usage.busySeconds() ?? 0) - busyBefore) * 1000 > (Date.now() - startedAt) / 2;

const isUnresponsive = (process: ScriptProcess): boolean =>
  Date.now() - (process.unresponsiveSince() ?? Date.now()) > UNRESPONSIVE_MS;

/** Waits for the logs of a script; gives up on one that does not end. */
const collectLogs = async (
  { process, runs, limits, events }: ShardContext,
  { call, finish, finished }: LiveRun,
  outcome: ScriptResponse | ScriptFailure,
): Promise<readonly ScriptLog[]> => {
  const serverLogs = 'kind' in outcome ? [serverLogLine('error', outcome.message)] : [];
  // A script that was never loaded writes no logs.
  if ('kind' in outcome && (outcome.kind === 'unloadable' || outcome.kind === 'unavailable'))
    return serverLogs;
  const timeoutMs = 'kind' in outcome ? TRACE_MS : limits.afterwardsMs;
  let timer: NodeJS.Timeout;
  const giveUp = (rechecks: number) => {
    const isBlocked = isUnresponsive(process);
    // The trace may wait for another script, until that ends or the process is terminated.
    if (isBlocked && rechecks > 0) {
      timer = setTimeout(() => giveUp(rechecks - 1), RECHECK_MS);
      return;
    }
    runs.markEndless(call.script);
    events.onViolation(isBlocked ? runs.scriptsAtWork() : [call.script], 'never-ends');
    finish([
      serverLogLine(
        'error',
        `The script was still running ${timeoutMs / 1000} seconds after its event was over.`,
      ),
    ]);
  };
  timer = setTimeout(() => giveUp(MAX_RECHECKS), timeoutMs);
  const logs = await finished;
  clearTimeout(timer);
  return [...logs, ...serverLogs];
};

/** Starts a process for scripts. */
export const createShard = async (options: {
  readonly launch: Launch;
  readonly limits: ScriptLimits;
  readonly outside: Pick<FetchProxyOptions, 'egress' | 'api'>;
  readonly events: ShardEvents;
  /** Shared by all processes. */
  readonly turns: Turns;
}): Promise<Shard> => {
  const { launch, limits, outside, events, turns } = options;
  const quota = createFetchQuota(limits.calls);
  const responses = createMemoryBudget(limits.heldBytes, turns);
  const runs = createLiveRuns({ quota, onIdle: events.onIdle });
  const process = await startProcess({
    launch,
    heapMegabytes: limits.heapMegabytes,
    memoryBytes: limits.memoryBytes * MEMORY_FACTOR,
    stallMs: limits.stallMs,
    host: createScriptHost(runs),
    fetchProxy: createFetchProxy({
      ...outside,
      quota,
      runs,
      bodies: createMemoryBudget(limits.heldBytes, turns),
      limits: { timeoutMs: limits.callMs, maxBytes: limits.callBytes },
    }),
  });
  const monitor = startCpuMonitor({
    usage: process.usage,
    memoryBytes: limits.memoryBytes,
    runs,
    onBusyAfterResponse: (scripts) => events.onViolation(scripts, 'cpu-after-response'),
  });
  void process.ended.then(monitor.stop);
  const context: ShardContext = { process, runs, limits, events };

  const suspectsOfEnding = (ending: Ending): readonly Script[] => {
    if (ending === 'stopped') return [];
    // The script that allocates last need not be the one that holds the memory.
    const isOutOfMemory = ending === 'memory' || (ending === 'died' && monitor.wasOverMemory());
    return isOutOfMemory ? runs.allScripts() : runs.scriptsAtWork(process.unresponsiveSince());
  };

  const ended = process.ended.then((ending) => {
    const suspects = suspectsOfEnding(ending);
    const failureFor = ({ call }: LiveRun) => failureOf(ending, suspects, call.script);
    for (const run of runs.all()) run.finish([serverLogLine('error', failureFor(run).message)]);
    return { ending, suspects, failureFor, output: process.output() };
  });

  const run = async (call: ScriptCall, loadAs: string): Promise<Attempt> => {
    const { id, run: live, end } = runs.start(call, loadAs, process.usage.busySeconds() ?? 0);
    const { contentType, bytes } = encodeScriptCall(call);
    const outcome = await dispatchRequest(process, {
      path: '/run',
      headers: {
        'content-type': contentType,
        'x-lectern-run': id,
        'x-lectern-script': loadAs,
        'x-lectern-runtime': call.script.runtime,
      },
      body: bytes,
      timeoutMs: limits.answerMs,
      maxBytes: limits.answerBytes,
      responses,
    });
    if ('kind' in outcome && outcome.kind === 'ended') {
      const { failureFor } = await ended;
      const hasSent = live.hasSent();
      end();
      return { kind: 'ended', failure: failureFor(live), hasSent };
    }
    if ('kind' in outcome && outcome.kind === 'timeout' && isBusy(process, live))
      events.onViolation(live.isAlone ? [call.script] : runs.scriptsAtWork(), 'cpu-no-response');
    live.respondedAt = Date.now();
    const logs = collectLogs(context, live, outcome);
    void logs.then(end);
    return { kind: 'run', run: { outcome, logs } };
  };

  const check = async (runtime: Script['runtime'], text: string): Promise<ScriptFailure | undefined> => {
    const outcome = await dispatchRequest(process, {
      path: '/check',
      headers: { 'x-lectern-runtime': runtime },
      body: Buffer.from(text),
      timeoutMs: limits.checkMs,
      maxBytes: limits.answerBytes,
      responses,
    });
    if (!('kind' in outcome)) return undefined;
    const isBlocked = outcome.kind === 'ended' || outcome.kind === 'timeout';
    const message = isBlocked ? 'The script did not load in time, or used too much memory.' : outcome.message;
    return { kind: 'unloadable', message };
  };

  return {
    run,
    check,
    size: runs.size,
    isOverMemory: () => (process.usage.memory() ?? 0) > limits.memoryBytes,
    allScripts: runs.allScripts,
    ended,
    stop: () => process.stop(),
  };
};
