/** A script as it was published; what an id names never changes. */
export interface Script {
  /** `name@version`, and what tells it from others that had this name before. */
  readonly id: string;
  /** The organization that published it: what one owner's scripts do is not to stop another's. */
  readonly owner: string;
  /** `v2` is an ES module with a default export, `v1` listens to `fetch`. */
  readonly runtime: 'v1' | 'v2';
  readonly text: () => Promise<string>;
}

/** One event for a script. */
export interface ScriptCall {
  readonly script: Script;
  readonly event: { readonly eventId: string; readonly type: string; readonly [field: string]: unknown };
  readonly environment: Readonly<Record<string, unknown>>;
  /** The body of the request that a `fetch` event tells of. */
  readonly body?: Uint8Array | undefined;
}

/** Why a script gave no answer; it was `interrupted` where its process ended, and it may be without fault; where the server is `stopping`, it is. */
export interface ScriptFailure {
  readonly kind:
    | 'unloadable'
    | 'timeout'
    | 'crashed'
    | 'interrupted'
    | 'too-large'
    | 'unavailable'
    | 'stopping';
  readonly message: string;
}

/** What a script wrote and threw while it worked on an event. */
export interface ScriptLog {
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  readonly at: Date;
  readonly message: string;
}

/** A line of ours among those of a script. */
export const serverLogLine = (level: ScriptLog['level'], message: string): ScriptLog => ({
  level,
  at: new Date(),
  message,
});

/** What a script answered. */
export interface ScriptResponse {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
}

/** What became of an event. */
export interface ScriptRun {
  readonly outcome: ScriptResponse | ScriptFailure;
  /** Resolves when the script is done with all it put off until after its answer, or is ended. */
  readonly logs: Promise<readonly ScriptLog[]>;
}

/** Runs scripts that nobody here wrote, each on its own and away from all that is ours. */
export interface Scripts {
  /** Why scripts cannot run on this machine; undefined where they can. */
  readonly unavailableReason: string | undefined;
  /** Why a script cannot be published: it does not load. */
  check(script: Script): Promise<ScriptFailure | undefined>;
  run(call: ScriptCall): Promise<ScriptRun>;
  close(): Promise<void>;
}
