// The workers of Vitest in watch mode: they stay between runs, so that only what changed is loaded again.
import { ForksPoolWorker } from 'vitest/node';

const isRequest = (message, type) => message.__vitest_worker_request__ && message.type === type;

/** Processes that wait for the next run. */
const waiting = [];
process.once('exit', () => {
  for (const process of waiting) process.kill();
});

class WatchWorker extends ForksPoolWorker {
  #isReused = false;

  async start() {
    const child = waiting.pop();
    this.#isReused = child !== undefined;
    if (child) this._fork = child;
    else await super.start();
  }

  // A process that stays was started before, and is not told to stop.
  send(message) {
    if (isRequest(message, 'start') && this.#isReused) this.#answer('started');
    else if (isRequest(message, 'stop')) this.#answer('stopped');
    else super.send(message);
  }

  #answer(type) {
    const child = this.fork;
    setImmediate(() => child.emit('message', { __vitest_worker_response__: true, type }));
  }

  async stop() {
    const child = this.fork;
    for (const event of ['error', 'exit', 'message']) child.removeAllListeners(event);
    this._fork = undefined;
    if (child.exitCode === null && child.connected) waiting.push(child);
  }
}

/** The pool for watch mode. */
export const watchPool = { name: 'watch', createPoolWorker: (options) => new WatchWorker(options) };
