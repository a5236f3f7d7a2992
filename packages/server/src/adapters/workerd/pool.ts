import { createHash } from 'node:crypto';
import {
  type Script,
  type ScriptCall,
  type ScriptFailure,
  type ScriptRun,
  serverLogLine,
} from '../../kernel/integration-scripts.ts';
import { createQuarantine } from './quarantine.ts';
import { createSemaphore, type Semaphore } from './semaphore.ts';
import type { Attempt, Shard, ShardEvents } from './shard.ts';

/** Options of the pool. */
export interface PoolOptions {
  readonly start: (events: ShardEvents) => Promise<Shard>;
  readonly processes: number;
  readonly idleMs: number;
  /** The time for running events when a process is replaced, or the server stops. */
  readonly drainMs: { readonly replaced: number; readonly closing: number };
  /** The limits of running and waiting events of a script. */
  readonly events: { readonly concurrent: number; readonly waiting: number };
  readonly warn: (details: object, message: string) => void;
}

/** A pool of processes, which limits the effects of a script on others. */
export interface ScriptPool {
  run(call: ScriptCall): Promise<ScriptRun>;
  close(): Promise<void>;
}

interface Slot {
  starting: Promise<Shard> | undefined;
  shard: Shard | undefined;
  idle: NodeJS.Timeout | undefined;
}

/** The most replaced processes that may finish their events, since each uses memory. */
const MAX_DRAINING = 2;
/** With others, alone, and once more if it had to share the separate process. */
const MAX_ATTEMPTS = 3;
const BLOCKED_MESSAGE = 'The script exceeded its limits, and its process has not ended yet.';

/** Distributes scripts over processes by owner, and separates those that exceed limits, or may have. */
export const createPool = (options: PoolOptions): ScriptPool => {
  const slots = new Map<string, Slot>();
  const shards = new Set<Shard>();
  const loads = new Map<string, number>();
  // Replaced processes with unfinished events, oldest first, and the scripts that caused it.
  const draining = new Map<Shard, ReadonlySet<string>>();
  const quarantine = createQuarantine();
  const semaphores = new Map<string, Semaphore>();
  let isClosed = false;

  const slotOf = ({ id, owner }: Script): Slot => {
    const name = quarantine.processOf(id) ?? `shard ${hashNumber(owner) % options.processes}`;
    const slot = slots.get(name) ?? { starting: undefined, shard: undefined, idle: undefined };
    slots.set(name, slot);
    return slot;
  };

  /** Isolates a single suspect as the offender, several as suspects. */
  const noteIncident = (scripts: readonly Script[]): void => {
    const [first, ...others] = scripts.map(({ id }) => id);
    if (first !== undefined && others.length === 0) quarantine.isolateOffender(first);
    else quarantine.isolateSuspects(scripts.map(({ id }) => id));
  };

  const clear = (slot: Slot): void => {
    slot.shard = undefined;
    slot.starting = undefined;
  };

  const end = (shard: Shard): void => {
    draining.delete(shard);
    void shard.stop();
  };

  const start = async (slot: Slot): Promise<Shard> => {
    const shard: Shard = await options.start({
      onIdle: () => {
        // A replaced process has no more events.
        if (slot.shard !== shard) return end(shard);
        clearTimeout(slot.idle);
        if (shard.isOverMemory()) return replaceOverMemory(slot, shard);
        slot.idle = setTimeout(() => {
          if (slot.shard === shard && shard.size() === 0) retire(slot, shard, []);
        }, options.idleMs).unref();
      },
      onViolation: (scripts, violation) => {
        options.warn({ ...logFields(scripts), violation }, 'a script exceeded its limits');
        const areKnown = scripts.every(({ id }) => quarantine.isOffender(id));
        noteIncident(scripts);
        if (violation === 'cpu-no-response') return;
        if (slot.shard === shard) retire(slot, shard, scripts);
        // A known offender: it will not end by itself.
        if (violation === 'cpu-after-response' && areKnown) end(shard);
      },
    });
    shards.add(shard);
    slot.shard = shard;
    void shard.ended.then(({ ending, suspects, output }) => {
      shards.delete(shard);
      draining.delete(shard);
      if (slot.shard === shard) clear(slot);
      if (ending === 'stopped') return;
      options.warn({ ...logFields(suspects), ending, output }, 'a process of scripts ended');
      noteIncident(suspects);
    });
    return shard;
  };

  /** Replaces a process; it ends when its events are finished, or when too many processes drain. */
  const retire = (slot: Slot, shard: Shard, blamed: readonly Script[]): void => {
    clear(slot);
    if (shard.size() === 0) return void end(shard);
    setTimeout(() => end(shard), options.drainMs.replaced).unref();
    draining.set(shard, new Set(blamed.map(({ id }) => id)));
    for (const oldest of [...draining.keys()].slice(0, -MAX_DRAINING)) {
      const scripts = oldest.allScripts();
      options.warn(
        logFields(scripts),
        'a replaced process of scripts was stopped before its events were finished',
      );
      // Scripts in quarantine are there because of this process.
      quarantine.isolateSuspects(
        scripts.map(({ id }) => id).filter((id) => quarantine.processOf(id) === undefined),
      );
      end(oldest);
    }
  };

  /** Any script that ran in it may hold the memory. */
  const replaceOverMemory = (slot: Slot, shard: Shard): void => {
    const scripts = shard.allScripts();
    options.warn(
      { ...logFields(scripts), isOverMemory: true },
      'a process of scripts used too much memory and is replaced',
    );
    noteIncident(scripts);
    retire(slot, shard, scripts);
  };

  /** An offender gets no new process while its old one is running. */
  const isBlocked = ({ id }: Script): boolean =>
    quarantine.isOffender(id) && [...draining.values()].some((blamed) => blamed.has(id));

  /** The slot of a script; processes over their memory limit are replaced first. */
  const slotWithMemory = (script: Script): Slot => {
    const slot = slotOf(script);
    if (!slot.shard?.isOverMemory()) return slot;
    replaceOverMemory(slot, slot.shard);
    return slotWithMemory(script);
  };

  const shardOf = (slot: Slot): Promise<Shard> => {
    slot.starting ??= start(slot).catch((error: unknown) => {
      clear(slot);
      throw error;
    });
    return slot.starting;
  };

  const attempt = async (call: ScriptCall): Promise<Attempt | ScriptFailure> => {
    const { script } = call;
    const load = loads.get(script.id) ?? 0;
    try {
      const slot = slotWithMemory(script);
      if (isBlocked(script)) return { kind: 'unavailable', message: BLOCKED_MESSAGE };
      const shard = await shardOf(slot);
      const attempted = await shard.run(call, `${script.id}#${load}`);
      // workerd caches failed loads, so the next attempt uses another name.
      if (attempted.kind === 'run' && isFailedLoad(attempted.run.outcome)) loads.set(script.id, load + 1);
      if (attempted.kind === 'run' && 'status' in attempted.run.outcome) quarantine.recordSuccess(script.id);
      return attempted;
    } catch (error) {
      return { kind: 'unavailable', message: (error as Error).message };
    }
  };

  const run = async (call: ScriptCall, attempts = 1): Promise<ScriptRun> => {
    if (isClosed) return failed({ kind: 'stopping', message: 'The server is stopping.' });
    const attempted = await attempt(call);
    if (attempted.kind === 'run') return attempted.run;
    if (attempted.kind !== 'ended') return failed(attempted);
    // Repeated, separately if it is a suspect.
    const repeats =
      attempted.failure.kind === 'interrupted' &&
      (attempts < MAX_ATTEMPTS || isClosed) &&
      isRepeatable(call, attempted.hasSent);
    return repeats ? run(call, attempts + 1) : failed(attempted.failure);
  };

  return {
    run: async (call) => {
      const { id } = call.script;
      const semaphore = semaphores.get(id) ?? createSemaphore(options.events.concurrent);
      semaphores.set(id, semaphore);
      if (semaphore.waiting() >= options.events.waiting)
        return failed({ kind: 'unavailable', message: 'Too many events are waiting for this script.' });
      const release = await semaphore.acquire();
      try {
        return await run(call);
      } finally {
        release();
        if (semaphore.isUnused()) semaphores.delete(id);
      }
    },
    close: async () => {
      isClosed = true;
      for (const { idle } of slots.values()) clearTimeout(idle);
      await Promise.all([...slots.values()].map(({ starting }) => starting?.catch(() => undefined)));
      const until = Date.now() + options.drainMs.closing;
      while (Date.now() < until && [...shards].some((shard) => shard.size() > 0))
        await new Promise((resolve) => setTimeout(resolve, 50));
      await Promise.all([...shards].map((shard) => shard.stop()));
    },
  };
};

/** Whether a call may be repeated: a request of a visitor only if it reads, or if its script has done nothing outside. */
const isRepeatable = ({ event }: ScriptCall, hasSent: boolean): boolean =>
  event.type !== 'fetch' ||
  !hasSent ||
  /^(get|head)$/i.test(String((event.request as { method?: unknown } | undefined)?.method));

const isFailedLoad = (outcome: ScriptRun['outcome']): boolean =>
  'kind' in outcome && (outcome.kind === 'unloadable' || outcome.kind === 'unavailable');

const hashNumber = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE();

const failed = (failure: ScriptFailure): ScriptRun => ({
  outcome: failure,
  logs: Promise.resolve([serverLogLine('error', failure.message)]),
});

const logFields = (scripts: readonly Script[]): object => {
  const [script, ...others] = scripts.map(({ id }) => id);
  return others.length === 0 ? { script } : { suspects: [script, ...others] };
};
