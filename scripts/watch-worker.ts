import type { ChildProcess } from 'node:child_process';
import { ForksPoolWorker, type PoolRunnerInitializer, type WorkerRequest } from 'vitest/node';

/** Idle processes for the next run. */
const waiting: ChildProcess[] = [];
process.once('exit', () => {
  for (const child of waiting) child.kill();
});

/** A Vitest worker whose process is reused in watch mode, so that only changed modules are loaded again. */
class WatchWorker extends ForksPoolWorker {
  #child: ChildProcess | undefined;
  #isReused = false;

  override async start(): Promise<void> {
    const child = waiting.pop();
    this.#isReused = child !== undefined;
    if (child) this.process = child;
    else await super.start();
    this.#child = this.process;
  }

  // A reused process is already running and is not stopped.
  override send(message: WorkerRequest): void {
    if (message.type === 'start' && this.#isReused) this.#respond('started');
    else if (message.type === 'stop') this.#respond('stopped');
    else super.send(message);
  }

  override async stop(): Promise<void> {
    const child = this.process;
    if (!child) return;
    for (const event of ['error', 'exit', 'message']) child.removeAllListeners(event);
    this.process = undefined;
    if (child.exitCode === null && child.connected) waiting.push(child);
  }

  #respond(type: 'started' | 'stopped'): void {
    const child = this.#child;
    setImmediate(() => child?.emit('message', { __vitest_worker_response__: true, type }));
  }

  // Vitest has its process in a private field.
  private get process(): ChildProcess | undefined {
    return (this as unknown as { _fork?: ChildProcess })._fork;
  }
  private set process(child: ChildProcess | undefined) {
    (this as unknown as { _fork: ChildProcess | undefined })._fork = child;
  }
}

/** The pool for watch mode. */
export const watchPool: PoolRunnerInitializer = {
  name: 'watch',
  createPoolWorker: (options) => new WatchWorker(options),
};
