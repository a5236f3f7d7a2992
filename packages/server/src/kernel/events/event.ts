import type { EventChain } from '../auth/chained-tokens.ts';

/** An event to record: an action on an object. */
export interface NewEvent {
  readonly organizationId: string | null;
  /** `object.past-participle`, such as `space.deleted`. */
  readonly action: string;
  readonly target: { readonly type: string; readonly id: string; readonly label?: string };
  readonly payload?: Readonly<Record<string, unknown>>;
  /** The chain of the script that caused it; by default that of the caller. */
  readonly chain?: EventChain;
}

/** An event as passed to subscribed jobs. */
export interface RecordedEvent extends NewEvent {
  readonly id: string;
  readonly actor: { readonly type: string; readonly id: string };
}
