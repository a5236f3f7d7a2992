import type { Egress } from '../../kernel/egress.ts';
import { type Script, type ScriptFailure, type Scripts, serverLogLine } from '../../kernel/scripts.ts';
import { type FoundBinary, findBinary } from './binary.ts';
import { clearLeftovers } from './folder.ts';
import type { OwnApi } from './gate.ts';
import { type Launch, type Measure, planLaunch } from './hardening.ts';
import { createPlaces } from './places.ts';
import { createPool } from './pool.ts';
import { type ScriptLimits, type Shard, type ShardEvents, startShard } from './shard.ts';

export type { ForwardedAnswer, ForwardedRequest, OwnApi } from './gate.ts';
export type { Measure } from './hardening.ts';

/** What an operator may say about scripts. */
export interface ScriptSettings {
  /** How many processes share the scripts; 0 runs none. */
  readonly processes: number;
  /** Seconds that a script has for an answer. */
  readonly seconds: number;
  /** Megabytes beyond which a process is replaced. */
  readonly memoryMegabytes: number;
}

/** What running scripts needs. */
export interface ScriptsOptions {
  readonly settings: ScriptSettings;
  readonly egress: Egress;
  readonly api: OwnApi;
  readonly warn?: (details: object, message: string) => void;
  /** For tests: another machine, other limits. */
  readonly find?: () => FoundBinary;
  readonly plan?: typeof planLaunch;
  readonly limits?: Partial<ScriptLimits>;
  readonly idleMs?: number;
}

const MEGABYTE = 1024 * 1024;
const IDLE_MS = 5 * 60_000;
const CHECKS_AT_ONCE = 2;
const CHECKS_WAITING = 50;
const TURNED_OFF = 'Scripts are turned off: LECTERN_SCRIPT_PROCESSES is 0.';

const limitsOf = ({ seconds, memoryMegabytes }: ScriptSettings): ScriptLimits => ({
  answerMs: seconds * 1000,
  afterwardsMs: 60_000,
  answerBytes: 10 * MEGABYTE,
  heapMegabytes: 128,
  memoryBytes: memoryMegabytes * MEGABYTE,
  stallMs: 2000,
  checkMs: 10_000,
  calls: { atOnce: 50, perEvent: 1000 },
  callMs: 30_000,
  callBytes: 20 * MEGABYTE,
  heldBytes: 100 * MEGABYTE,
});

/** Scripts run in workerd, the runtime that they were written for, in processes that have nothing but two sockets to us. */
export const createScripts = (options: ScriptsOptions): Scripts => {
  const { settings, egress, api, find = findBinary, plan = planLaunch, warn = () => {} } = options;
  const found = settings.processes === 0 ? { missing: TURNED_OFF } : find();
  if ('missing' in found) return withoutScripts(found.missing);
  const limits = { ...limitsOf(settings), ...options.limits };
  let launch: Promise<Launch> | undefined;
  const prepare = async (): Promise<Launch> => {
    await clearLeftovers();
    return plan(found.binary, settings.memoryMegabytes);
  };
  const start = async (on: ShardEvents): Promise<Shard> => {
    launch ??= prepare().catch((error: unknown) => {
      launch = undefined;
      throw error;
    });
    return startShard({ launch: await launch, limits, outside: { egress, api }, on });
  };
  const pool = createPool({
    start,
    processes: settings.processes,
    idleMs: options.idleMs ?? IDLE_MS,
    drainMs: { replaced: limits.answerMs + limits.afterwardsMs, closing: 5000 },
    events: { atOnce: 50, waiting: 500 },
    warn,
  });
  const checks = createPlaces(CHECKS_AT_ONCE);

  /** Loads it in a process of its own: what it does while it loads ends with that. */
  const check = async (script: Script): Promise<ScriptFailure | undefined> => {
    if (checks.waiting() >= CHECKS_WAITING)
      return { kind: 'unavailable', message: 'Too many scripts are being published.' };
    const giveBack = await checks.take();
    try {
      const text = await script.text();
      const shard = await start({ idle: () => {}, harm: () => {} });
      try {
        return await shard.check(script.runtime, text);
      } finally {
        await shard.stop();
      }
    } catch (error) {
      return { kind: 'unavailable', message: (error as Error).message };
    } finally {
      giveBack();
    }
  };
  return {
    unavailableReason: undefined,
    check,
    run: pool.run,
    close: async () => {
      await pool.close();
      // What a server that was killed just before this one started left was too young then.
      if (launch) await clearLeftovers();
    },
  };
};

/** Stands for scripts where none can run, and says why. */
export const withoutScripts = (unavailableReason: string): Scripts => {
  const fault: ScriptFailure = { kind: 'unavailable', message: unavailableReason };
  return {
    unavailableReason,
    check: async () => fault,
    run: async () => ({ outcome: fault, logs: Promise.resolve([serverLogLine('error', unavailableReason)]) }),
    close: async () => {},
  };
};

/** What an operator should know about how scripts run here. */
export const examineScripts = async (
  settings: ScriptSettings,
  find: () => FoundBinary = findBinary,
): Promise<{ readonly problem: string } | { readonly measures: readonly Measure[] }> => {
  if (settings.processes === 0) return { problem: TURNED_OFF };
  const found = find();
  if ('missing' in found) return { problem: found.missing };
  try {
    return { measures: (await planLaunch(found.binary, settings.memoryMegabytes)).measures };
  } catch (error) {
    return { problem: (error as Error).message };
  }
};
