import type { Usage } from './usage.ts';

/** What is watched, and what ends it. */
export interface WatchdogOptions {
  readonly ping: () => Promise<void>;
  readonly usage: Usage;
  /** How long it may be silent while it runs. */
  readonly stallMs: number;
  /** More than this, and it is ended at once. */
  readonly memoryBytes: number;
  readonly kill: (why: 'stalled' | 'memory') => void;
}

/** Watches over a process: it answers, or it is ended. */
export interface Watchdog {
  /** Since when it owes a sign of life. */
  silentSince(): number | undefined;
  stop(): void;
}

const PING_MS = 500;
/** One that is silent without having run may only be waiting for a processor: it has this many times as long. */
const WHEN_NOT_RUNNING = 5;

/** Begins to watch. */
export const startWatchdog = ({ ping, usage, stallMs, memoryBytes, kill }: WatchdogOptions): Watchdog => {
  let asked: { readonly at: number; readonly ran: number | undefined; ticks: number } | undefined;

  const isStalled = ({ at, ran, ticks }: NonNullable<typeof asked>): boolean => {
    const silentMs = Date.now() - at;
    // Ticks are counted besides the time: when this process was held up itself, it must not blame the other.
    if (silentMs < stallMs || ticks < stallMs / PING_MS) return false;
    const runs = usage.ranSeconds();
    const hasRun = runs === undefined || ran === undefined || (runs - ran) * 1000 > stallMs / 2;
    return hasRun || silentMs > stallMs * WHEN_NOT_RUNNING;
  };

  const timer = setInterval(() => {
    if ((usage.memory() ?? 0) > memoryBytes) return kill('memory');
    if (asked) {
      asked.ticks++;
      if (isStalled(asked)) kill('stalled');
      return;
    }
    asked = { at: Date.now(), ran: usage.ranSeconds(), ticks: 0 };
    ping().then(
      () => {
        asked = undefined;
      },
      () => undefined,
    );
  }, PING_MS).unref();
  return { silentSince: () => asked?.at, stop: () => clearInterval(timer) };
};
