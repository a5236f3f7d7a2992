import type { EventChain } from '../../kernel/auth/chained-tokens.ts';
import type { Script, ScriptCall, ScriptLog } from '../../kernel/integration-scripts.ts';
import type { FetchQuota } from './fetch-quota.ts';
import { suspectsOf } from './suspects.ts';

/** An event that a script is working on. */
export interface LiveRun {
  readonly call: ScriptCall;
  readonly loadAs: string;
  readonly startedAt: number;
  /** CPU seconds of the process when the run started. */
  readonly busyBefore: number;
  /** Whether no other script has run at the same time. */
  isAlone: boolean;
  respondedAt: number | undefined;
  /** Whether its script has sent a fetch since it started; those of different events cannot be told apart. */
  hasSent(): boolean;
  /** Ends the run with its logs; the first call counts. */
  readonly finish: (logs: readonly ScriptLog[]) => void;
  readonly finished: Promise<readonly ScriptLog[]>;
}

/** The events that the scripts of a process are working on. */
export interface LiveRuns {
  find(id: string): LiveRun | undefined;
  all(): readonly LiveRun[];
  size(): number;
  start(
    call: ScriptCall,
    loadAs: string,
    busySeconds: number,
  ): { readonly id: string; readonly run: LiveRun; readonly end: () => void };
  /** The chain of a script; the longest, because the fetches of its events cannot be told apart. */
  chainOf(loadAs: string): EventChain | undefined;
  /** Marks a script as running on after its event was given up: only the end of the process stops it. */
  markEndless(script: Script): void;
  /** The scripts at work, and the endless ones; with `before`, those that started before a time. */
  scriptsAtWork(before?: number): readonly Script[];
  /** Every script that ever ran in the process, since each may still hold memory. */
  allScripts(): readonly Script[];
}

/** Keeps track of the runs of a process. */
export const createLiveRuns = ({
  quota,
  onIdle,
}: {
  readonly quota: FetchQuota;
  readonly onIdle: () => void;
}): LiveRuns => {
  const runs = new Map<string, LiveRun>();
  const endless = new Map<string, Script>();
  const scripts = new Map<string, Script>();
  let lastId = 0;

  const createRun = (call: ScriptCall, loadAs: string, busyBefore: number): LiveRun => {
    const others = [...runs.values()].filter((other) => other.call.script.id !== call.script.id);
    for (const other of others) other.isAlone = false;
    const usedBefore = quota.used(loadAs);
    let finish: LiveRun['finish'] = () => {};
    const finished = new Promise<readonly ScriptLog[]>((resolve) => {
      finish = resolve;
    });
    return {
      call,
      loadAs,
      startedAt: Date.now(),
      busyBefore,
      isAlone: others.length === 0 && endless.size === 0,
      respondedAt: undefined,
      hasSent: () => quota.used(loadAs) > usedBefore,
      finish,
      finished,
    };
  };

  return {
    find: (id) => runs.get(id),
    all: () => [...runs.values()],
    size: () => runs.size,
    start: (call, loadAs, busySeconds) => {
      const id = String(++lastId);
      const run = createRun(call, loadAs, busySeconds);
      runs.set(id, run);
      scripts.set(call.script.id, call.script);
      quota.begin(loadAs);
      const end = () => {
        runs.delete(id);
        quota.end(loadAs);
        if (runs.size === 0) onIdle();
      };
      return { id, run, end };
    },
    chainOf: (loadAs) =>
      [...runs.values()]
        .flatMap((run) => (run.loadAs === loadAs && run.call.chain ? [run.call.chain] : []))
        .reduce<EventChain | undefined>(
          (longest, chain) => (longest && longest.path.length >= chain.path.length ? longest : chain),
          undefined,
        ),
    markEndless: (script) => {
      endless.set(script.id, script);
    },
    scriptsAtWork: (before) =>
      suspectsOf(
        [
          ...[...endless.values()].map((script) => ({ script, startedAt: 0 })),
          ...[...runs.values()].map(({ call: { script }, startedAt }) => ({ script, startedAt })),
        ],
        before,
      ),
    allScripts: () => [...scripts.values()],
  };
};
