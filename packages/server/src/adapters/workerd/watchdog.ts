import type { ProcessUsage } from './process-usage.ts';

/** Options of the watchdog. */
export interface WatchdogOptions {
  readonly ping: () => Promise<void>;
  readonly usage: ProcessUsage;
  /** Time that the process may be unresponsive. */
  readonly stallMs: number;
  /** Memory beyond which it is killed at once. */
  readonly memoryBytes: number;
  readonly kill: (why: 'stalled' | 'memory') => void;
}

/** Kills a process that is unresponsive or uses too much memory. */
export interface Watchdog {
  /** The time of the unanswered ping. */
  unresponsiveSince(): number | undefined;
  stop(): void;
}

const PING_MS = 500;
/** A process that did not run may be waiting for a CPU; it gets this many times as long. */
const WAITING_FACTOR = 5;

/** Starts to watch a process. */
export const startWatchdog = ({ ping, usage, stallMs, memoryBytes, kill }: WatchdogOptions): Watchdog => {
  let pending: { readonly at: number; readonly ran: number | undefined; ticks: number } | undefined;

  const isStalled = ({ at, ran, ticks }: NonNullable<typeof pending>): boolean => {
    const unresponsiveMs = Date.now() - at;
    // Ticks are counted, too, because this process itself may have been blocked.
    if (unresponsiveMs < stallMs || ticks < stallMs / PING_MS) return false;
    const runs = usage.ranSeconds();
    const hasRun = runs === undefined || ran === undefined || (runs - ran) * 1000 > stallMs / 2;
    return hasRun || unresponsiveMs > stallMs * WAITING_FACTOR;
  };

  const timer = setInterval(() => {
    if ((usage.memory() ?? 0) > memoryBytes) return kill('memory');
    if (pending) {
      pending.ticks++;
      if (isStalled(pending)) kill('stalled');
      return;
    }
    pending = { at: Date.now(), ran: usage.ranSeconds(), ticks: 0 };
    ping().then(
      () => {
        pending = undefined;
      },
      () => undefined,
    );
  }, PING_MS).unref();
  return { unresponsiveSince: () => pending?.at, stop: () => clearInterval(timer) };
};
