import type { EventChain } from './auth/chained-tokens.ts';
import type { ScriptBody } from './script-body.ts';

/** A published script; immutable for its id. */
export interface Script {
  /** `name@version` and a suffix that tells apart scripts that had the same name. */
  readonly id: string;
  /** The organization that published it; limits are per owner. */
  readonly owner: string;
  /** `v2` is an ES module with a default export; `v1` is a script with a `fetch` event listener. */
  readonly runtime: 'v1' | 'v2';
  readonly text: () => Promise<string>;
}

/** An event to pass to a script. */
export interface ScriptCall {
  readonly script: Script;
  readonly event: { readonly eventId: string; readonly type: string; readonly [field: string]: unknown };
  readonly environment: Readonly<Record<string, unknown>>;
  /** The request body of a `fetch` event. */
  readonly body?: Uint8Array | undefined;
  /** The chain that the actions of the script belong to. */
  readonly chain?: EventChain;
}

/** Why a call failed. `interrupted`: its process ended, possibly because of another script. `stopping`: the server shuts down. `refused`: scripts call each other too often. `busy`: there was no room for its response. */
export interface ScriptFailure {
  readonly kind:
    | 'unloadable'
    | 'timeout'
    | 'crashed'
    | 'interrupted'
    | 'too-large'
    | 'unavailable'
    | 'stopping'
    | 'busy'
    | 'refused';
  readonly message: string;
}

/** A log line or exception of a script. */
export interface ScriptLog {
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  readonly at: Date;
  readonly message: string;
}

/** A log line that the server adds to those of a script. */
export const serverLogLine = (level: ScriptLog['level'], message: string): ScriptLog => ({
  level,
  at: new Date(),
  message,
});

/** The response of a script. */
export interface ScriptResponse {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: ScriptBody;
}

/** The result of a call. */
export interface ScriptRun {
  readonly outcome: ScriptResponse | ScriptFailure;
  /** Resolves when the script has finished its `waitUntil` work or was terminated. */
  readonly logs: Promise<readonly ScriptLog[]>;
}

/** Runs untrusted scripts in isolation (implemented by `adapters/workerd`). */
export interface Scripts {
  /** Why scripts cannot run on this machine; undefined if they can. */
  readonly unavailableReason: string | undefined;
  /** Loads a script without running it; the failure if it does not load. */
  check(script: Script): Promise<ScriptFailure | undefined>;
  run(call: ScriptCall): Promise<ScriptRun>;
  close(): Promise<void>;
}
