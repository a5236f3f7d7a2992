import type { Egress } from '../../kernel/egress.ts';
import {
  type Script,
  type ScriptFailure,
  type Scripts,
  serverLogLine,
} from '../../kernel/integration-scripts.ts';
import { createTurns } from '../../kernel/turns.ts';
import type { OwnApi } from './fetch-proxy.ts';
import { type FoundBinary, findBinary } from './find-binary.ts';
import { type Launch, type Measure, planLaunch } from './hardening.ts';
import { createPool } from './pool.ts';
import { createSemaphore } from './semaphore.ts';
import { createShard, type ScriptLimits, type Shard, type ShardEvents } from './shard.ts';
import { removeAbandonedFolders } from './socket-folder.ts';

export type { ForwardedRequest, ForwardedResponse, OwnApi } from './fetch-proxy.ts';
export type { Measure } from './hardening.ts';

/** Settings of scripts. */
export interface ScriptSettings {
  /** The number of processes for scripts; 0 disables them. */
  readonly processes: number;
  /** Time for a response, in seconds. */
  readonly seconds: number;
  /** Memory of a process beyond which it is replaced, in megabytes. */
  readonly memoryMegabytes: number;
}

/** Options for running scripts. */
export interface ScriptsOptions {
  readonly settings: ScriptSettings;
  readonly egress: Egress;
  readonly api: OwnApi;
  readonly warn?: (details: object, message: string) => void;
  /** For tests: another system, other limits. */
  readonly find?: () => FoundBinary;
  readonly plan?: typeof planLaunch;
  readonly limits?: Partial<ScriptLimits>;
  readonly idleMs?: number;
}

const MEGABYTE = 1024 * 1024;
/** The bytes of all bodies together that are read in one turn of the event loop. */
const TURN_BYTES = MEGABYTE / 4;
const IDLE_MS = 5 * 60_000;
const CONCURRENT_CHECKS = 2;
const MAX_WAITING_CHECKS = 50;
const DISABLED = 'Scripts are disabled: LECTERN_SCRIPT_PROCESSES is 0.';

const limitsOf = ({ seconds, memoryMegabytes }: ScriptSettings): ScriptLimits => ({
  answerMs: seconds * 1000,
  afterwardsMs: 60_000,
  answerBytes: 10 * MEGABYTE,
  heapMegabytes: 128,
  memoryBytes: memoryMegabytes * MEGABYTE,
  stallMs: 2000,
  checkMs: 10_000,
  calls: { concurrent: 50, perEvent: 1000 },
  callMs: 30_000,
  callBytes: 20 * MEGABYTE,
  heldBytes: 100 * MEGABYTE,
});

/** Runs scripts in workerd, in processes that have only sockets to this server. */
export const createScripts = (options: ScriptsOptions): Scripts => {
  const { settings, egress, api, find = findBinary, plan = planLaunch, warn = () => {} } = options;
  const found = settings.processes === 0 ? { missing: DISABLED } : find();
  if ('missing' in found) return withoutScripts(found.missing);
  const limits = { ...limitsOf(settings), ...options.limits };
  const turns = createTurns(TURN_BYTES);
  let launch: Promise<Launch> | undefined;
  const prepare = async (): Promise<Launch> => {
    await removeAbandonedFolders();
    return plan(found.binary, settings.memoryMegabytes);
  };
  const start = async (events: ShardEvents): Promise<Shard> => {
    launch ??= prepare().catch((error: unknown) => {
      launch = undefined;
      throw error;
    });
    return createShard({ launch: await launch, limits, outside: { egress, api }, events, turns });
  };
  const pool = createPool({
    start,
    processes: settings.processes,
    idleMs: options.idleMs ?? IDLE_MS,
    drainMs: { replaced: limits.answerMs + limits.afterwardsMs, closing: 5000 },
    events: { concurrent: 50, waiting: 500 },
    warn,
  });
  const checks = createSemaphore(CONCURRENT_CHECKS);

  /** Loads a script in a process of its own, which ends with the check. */
  const check = async (script: Script): Promise<ScriptFailure | undefined> => {
    if (checks.waiting() >= MAX_WAITING_CHECKS)
      return { kind: 'unavailable', message: 'Too many scripts are being published at the moment.' };
    const release = await checks.acquire();
    try {
      const text = await script.text();
      const shard = await start({ onIdle: () => {}, onViolation: () => {} });
      try {
        return await shard.check(script.runtime, text);
      } finally {
        await shard.stop();
      }
    } catch (error) {
      return { kind: 'unavailable', message: (error as Error).message };
    } finally {
      release();
    }
  };
  return {
    unavailableReason: undefined,
    check,
    run: pool.run,
    close: async () => {
      await pool.close();
      // Folders of a server that was killed shortly before the start were too young to be deleted then.
      if (launch) await removeAbandonedFolders();
    },
  };
};

/** An implementation for systems that cannot run scripts; every call fails with the reason. */
export const withoutScripts = (unavailableReason: string): Scripts => {
  const failure: ScriptFailure = { kind: 'unavailable', message: unavailableReason };
  return {
    unavailableReason,
    check: async () => failure,
    run: async () => ({
      outcome: failure,
      logs: Promise.resolve([serverLogLine('error', unavailableReason)]),
    }),
    close: async () => {},
  };
};

/** Checks whether and how securely scripts run on this system. */
export const examineScripts = async (
  settings: ScriptSettings,
  find: () => FoundBinary = findBinary,
): Promise<{ readonly problem: string } | { readonly measures: readonly Measure[] }> => {
  if (settings.processes === 0) return { problem: DISABLED };
  const found = find();
  if ('missing' in found) return { problem: found.missing };
  try {
    return { measures: (await planLaunch(found.binary, settings.memoryMegabytes)).measures };
  } catch (error) {
    return { problem: (error as Error).message };
  }
};
