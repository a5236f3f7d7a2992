import type { Broadcast } from '../../../kernel/contract/socket.ts';
import type { ServerMessage } from '../live-documents.contract.ts';
import type { PageKey, Place } from './live-page.ts';
import type { DocumentKey } from './live-pages.store.ts';
import type { SharedPage } from './shared-page.ts';

/** Why a page is closed for those who have it open. */
export type ClosedReason = 'missing' | 'renewed' | 'too-long' | 'going-away';

/** An editor that has a page open, as the page uses it. */
export interface Member {
  readonly place: () => Place;
  /** Checks whether the member may still edit; a lost permission closes its connection. */
  readonly mayWrite: () => Promise<boolean>;
  readonly send: (message: Broadcast<ServerMessage>) => void;
  /** All its updates up to this number are in the database. */
  readonly stored: (id: number) => void;
  readonly closed: (reason: ClosedReason) => void;
  /** Its update was refused. */
  readonly refused: (reason: string) => void;
}

/** An update that is not stored yet. */
export interface Waiting {
  readonly member: Member;
  readonly id: number;
  readonly update: Uint8Array;
}

/** A page that is open in this process. */
export interface OpenPage {
  readonly key: PageKey;
  readonly document: DocumentKey;
  shared: SharedPage;
  /** The body of the head that was merged last; null for an empty one. */
  base: string | null;
  readonly members: Set<Member>;
  /** Those who have written since the last revision. */
  readonly writers: Set<Member>;
  waiting: Waiting[];
  flushTimer?: NodeJS.Timeout | undefined;
  saveTimer?: NodeJS.Timeout | undefined;
  unsavedSince?: number | undefined;
  /** At most so many characters were in the text when they were counted, and so many bytes were written since. */
  length: number;
  bytes: number;
  /** Whether it was left by another process, so that its text may have to be saved. */
  isResumed: boolean;
  /** Whether its head was moved while it was being opened. */
  isOutdated: boolean;
}
