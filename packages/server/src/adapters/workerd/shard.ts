import type { RequestListener } from 'node:http';
import { json } from 'node:stream/consumers';
import { encodeScriptCall } from '../../kernel/script-form.ts';
import {
  type Script,
  type ScriptCall,
  type ScriptFailure,
  type ScriptLog,
  type ScriptResponse,
  type ScriptRun,
  serverLogLine,
} from '../../kernel/scripts.ts';
import { type CallLimits, createAllowances } from './allowances.ts';
import { ask } from './ask.ts';
import { LOOKS, type Look, strainersOf, suspectsOf } from './blame.ts';
import { createBudget } from './budget.ts';
import { createGate, type GateOptions } from './gate.ts';
import type { Launch } from './hardening.ts';
import { type Ending, startProcess } from './process.ts';
import { logsOf, type Trace } from './traces.ts';

/** How much scripts may take. */
export interface ScriptLimits {
  /** For an answer. */
  readonly answerMs: number;
  /** For what a script put off until after its answer. */
  readonly afterwardsMs: number;
  readonly answerBytes: number;
  readonly heapMegabytes: number;
  /** Bytes beyond which a process is replaced when it can be. */
  readonly memoryBytes: number;
  /** How long a process may be silent. */
  readonly stallMs: number;
  readonly checkMs: number;
  readonly calls: CallLimits;
  readonly callMs: number;
  readonly callBytes: number;
  /** Of all answers that a process is giving, and of all bodies that its scripts are sending. */
  readonly heldBytes: number;
}

/** What became of handing an event to a process. */
export type Attempt =
  | { readonly kind: 'run'; readonly run: ScriptRun }
  | { readonly kind: 'ended'; readonly fault: ScriptFailure };

/** One process with the events that its scripts work on. */
export interface Shard {
  run(call: ScriptCall, loadAs: string): Promise<Attempt>;
  check(runtime: Script['runtime'], text: string): Promise<ScriptFailure | undefined>;
  /** How many events are not over yet. */
  size(): number;
  isHeavy(): boolean;
  /** Every script that it was given an event for: what one keeps in memory stays when its event is over. */
  guests(): readonly Script[];
  /** How it ended, and which scripts may have ended it: where it is one, it was that one. */
  readonly ended: Promise<{
    readonly ending: Ending;
    readonly suspects: readonly Script[];
    readonly said: string;
  }>;
  stop(): Promise<void>;
}

/**
 * `busy`: it took the processor for most of the time without an answer. `endless`: it does not end, and can only
 * be ended with its process. `strain`: it goes on after its answer and takes the processor for most of the time;
 * these are all that are at work.
 */
export type Harm = 'busy' | 'endless' | 'strain';

/** Told of what happens in a shard. */
export interface ShardEvents {
  /** The last event is over. */
  idle(): void;
  /** A script, or one of several, did what is not as it should be. */
  harm(scripts: readonly Script[], how: Harm): void;
}

interface LiveRun {
  readonly call: ScriptCall;
  readonly loadAs: string;
  readonly startedAt: number;
  readonly busyBefore: number;
  /** Whether no other script was at work meanwhile. */
  isAlone: boolean;
  answeredAt: number | undefined;
  /** Ends it with what there is to say about it; whoever comes first does. */
  readonly finish: (lines: readonly ScriptLog[]) => void;
  readonly finished: Promise<readonly ScriptLog[]>;
}

/** A process may grow to this multiple of where it is replaced, for what is under way, and no further. */
const SPARE = 2;
/** How long a trace may take that follows at once. */
const TRACE_MS = 2000;
/** One that owes a sign of life for longer is held up: whoever is late in it may not be the one who does so. */
const SILENT_MS = 250;
const WATCH_MS = 500;
/** What ends so soon after an answer is no going on. */
const SHORT_MS = 1000;
const LOOK_MS = 300;
const MOST_LOOKS = 20;

/** Starts a process for scripts. */
export const startShard = async (options: {
  readonly launch: Launch;
  readonly limits: ScriptLimits;
  readonly outside: Pick<GateOptions, 'egress' | 'api'>;
  readonly on: ShardEvents;
}): Promise<Shard> => {
  const { launch, limits, outside, on } = options;
  const runs = new Map<string, LiveRun>();
  const allowances = createAllowances(limits.calls);
  const answers = createBudget(limits.heldBytes);
  // What is over by the clock and goes on: it can do harm as long as the process is there.
  const lingering = new Map<string, Script>();
  const guests = new Map<string, Script>();
  let lastId = 0;

  const host: RequestListener = async (request, response) => {
    const [, id = '', what] = /^\/runs\/(\d+)\/(script|trace)$/.exec(request.url ?? '') ?? [];
    const run = runs.get(id);
    if (what === 'script' && run) {
      const text = await run.call.script.text().catch(() => undefined);
      return void (text === undefined ? response.writeHead(500).end() : response.end(text));
    }
    const trace = (await json(request)) as Trace;
    // A script that forges the address of its own requests is still only heard about itself.
    if (run && request.headers['x-lectern-script'] === run.loadAs) run.finish(logsOf(trace));
    response.end();
  };
  const process = await startProcess({
    launch,
    heapMegabytes: limits.heapMegabytes,
    memoryBytes: limits.memoryBytes * SPARE,
    stallMs: limits.stallMs,
    host: (request, response) => {
      Promise.resolve(host(request, response)).catch(() => response.destroy());
    },
    gate: createGate({
      ...outside,
      allowances,
      bodies: createBudget(limits.heldBytes),
      limits: { timeoutMs: limits.callMs, maxBytes: limits.callBytes },
    }),
  });

  const isHeavy = (): boolean => (process.usage.memory() ?? 0) > limits.memoryBytes;
  // One that is gone cannot be asked any more.
  let wasHeavy = false;
  let looks: readonly Look[] = [];
  let isStrained = false;
  const look = () => {
    wasHeavy = isHeavy();
    const at = Date.now();
    const goingOn = [...runs.values()].filter(({ answeredAt }) => at - (answeredAt ?? at) > SHORT_MS);
    const busyMs = (process.usage.busySeconds() ?? 0) * 1000;
    looks = [...looks, { at, busyMs, goingOn: goingOn.map(({ call }) => call.script.id) }].slice(-LOOKS);
    const strainers = new Set(strainersOf(looks));
    if (strainers.size === 0 || isStrained) return;
    isStrained = true;
    const theirs = goingOn.filter(({ call }) => strainers.has(call.script.id));
    const isOne = strainers.size === 1 && theirs.every(({ isAlone }) => isAlone);
    on.harm(isOne ? [theirs[0]!.call.script] : atWork(), 'strain');
  };
  const looking = setInterval(look, WATCH_MS).unref();
  void process.ended.then(() => clearInterval(looking));

  /** The scripts that are at work, or never ceased to be, before a moment. */
  const atWork = (before?: number): readonly Script[] =>
    suspectsOf(
      [
        ...[...lingering.values()].map((script) => ({ script, startedAt: 0 })),
        ...[...runs.values()].map(({ call: { script }, startedAt }) => ({ script, startedAt })),
      ],
      before,
    );

  const suspectsIn = (ending: Ending): readonly Script[] => {
    if (ending === 'stopped') return [];
    // Whoever asks for the last bit of memory need not be the one who holds the rest.
    const isForMemory = ending === 'memory' || (ending === 'died' && wasHeavy);
    return isForMemory ? [...guests.values()] : atWork(process.silentSince());
  };

  const ended = process.ended.then((ending) => {
    const suspects = suspectsIn(ending);
    const faultFor = ({ call }: LiveRun) => endOf(ending, suspects, call.script);
    for (const run of runs.values()) run.finish([serverLogLine('error', faultFor(run).message)]);
    return { ending, suspects, faultFor, said: process.said() };
  });

  const begin = (call: ScriptCall, loadAs: string) => {
    const id = String(++lastId);
    let finish: LiveRun['finish'] = () => {};
    const finished = new Promise<readonly ScriptLog[]>((resolve) => {
      finish = resolve;
    });
    const busyBefore = process.usage.busySeconds() ?? 0;
    const others = [...runs.values()].filter((other) => other.call.script.id !== call.script.id);
    for (const other of others) other.isAlone = false;
    const live: LiveRun = {
      call,
      loadAs,
      startedAt: Date.now(),
      busyBefore,
      isAlone: others.length === 0 && lingering.size === 0,
      answeredAt: undefined,
      finish,
      finished,
    };
    runs.set(id, live);
    guests.set(call.script.id, call.script);
    allowances.begin(loadAs);
    const end = () => {
      runs.delete(id);
      allowances.end(loadAs);
      if (runs.size === 0) on.idle();
    };
    return { id, live, end };
  };

  const run = async (call: ScriptCall, loadAs: string): Promise<Attempt> => {
    const { id, live, end } = begin(call, loadAs);
    const { contentType, bytes } = encodeScriptCall(call);
    const headers = {
      'content-type': contentType,
      'x-lectern-run': id,
      'x-lectern-script': loadAs,
      'x-lectern-runtime': call.script.runtime,
    };
    const outcome = await ask(process, {
      path: '/run',
      headers,
      body: bytes,
      timeoutMs: limits.answerMs,
      maxBytes: limits.answerBytes,
      answers,
    });
    if ('kind' in outcome && outcome.kind === 'ended') {
      const { faultFor } = await ended;
      end();
      return { kind: 'ended', fault: faultFor(live) };
    }
    if ('kind' in outcome && outcome.kind === 'timeout' && isBusy(live))
      on.harm(live.isAlone ? [call.script] : atWork(), 'busy');
    live.answeredAt = Date.now();
    const logs = gatherLogs(live, outcome);
    void logs.then(end);
    return { kind: 'run', run: { outcome, logs } };
  };

  /** Whether the process was at work for most of the time of an event: few wait while they are working. */
  const isBusy = ({ startedAt, busyBefore }: LiveRun): boolean =>
    ((process.usage.busySeconds() ?? 0) - busyBefore) * 1000 > (Date.now() - startedAt) / 2;

  const isSilent = (): boolean => Date.now() - (process.silentSince() ?? Date.now()) > SILENT_MS;

  /** What a script wrote, and at last what we have to say: why it gave no answer, or was not heard to its end. */
  const gatherLogs = async (
    { call, finish, finished }: LiveRun,
    outcome: ScriptResponse | ScriptFailure,
  ): Promise<readonly ScriptLog[]> => {
    const ours = 'kind' in outcome ? [serverLogLine('error', outcome.message)] : [];
    // What was never loaded writes nothing.
    if ('kind' in outcome && (outcome.kind === 'unloadable' || outcome.kind === 'unavailable')) return ours;
    const timeoutMs = 'kind' in outcome ? TRACE_MS : limits.afterwardsMs;
    let impatience: NodeJS.Timeout;
    const giveUp = (looks: number) => {
      const isHeldUp = isSilent();
      // Its trace may only wait behind what another script does: that ends, or the process does.
      if (isHeldUp && looks > 0) {
        impatience = setTimeout(() => giveUp(looks - 1), LOOK_MS);
        return;
      }
      lingering.set(call.script.id, call.script);
      on.harm(isHeldUp ? atWork() : [call.script], 'endless');
      finish([
        serverLogLine('error', `It went on for ${timeoutMs / 1000} seconds after its event was over.`),
      ]);
    };
    impatience = setTimeout(() => giveUp(MOST_LOOKS), timeoutMs);
    const lines = await finished;
    clearTimeout(impatience);
    return [...lines, ...ours];
  };

  return {
    run,
    check: async (runtime, text) => {
      const outcome = await ask(process, {
        path: '/check',
        headers: { 'x-lectern-runtime': runtime },
        body: Buffer.from(text),
        timeoutMs: limits.checkMs,
        maxBytes: limits.answerBytes,
        answers,
      });
      if (!('kind' in outcome)) return undefined;
      const isHeldUp = outcome.kind === 'ended' || outcome.kind === 'timeout';
      const message = isHeldUp ? 'It did not load in time, or took too much memory.' : outcome.message;
      return { kind: 'unloadable', message };
    },
    size: () => runs.size,
    isHeavy,
    guests: () => [...guests.values()],
    ended,
    stop: () => process.stop(),
  };
};

/** What whoever waits for a script is told when its process ends: only one that was alone is known to have ended it. */
const endOf = (ending: Ending, suspects: readonly Script[], { id }: Script): ScriptFailure => {
  if (ending === 'stopped')
    return { kind: 'interrupted', message: 'It was not done when its process had to be stopped.' };
  if (suspects.length !== 1 || suspects[0]!.id !== id)
    return { kind: 'interrupted', message: 'The process that it shared with others ended.' };
  if (ending === 'stalled') return { kind: 'timeout', message: 'It held up its process, which was ended.' };
  const why = ending === 'memory' ? 'took too much memory' : 'ended, perhaps for want of memory';
  return { kind: 'crashed', message: `Its process ${why}.` };
};
