import type { Caller } from '../../kernel/auth/principal.ts';
import {
  deleteEndedSessions,
  deleteSessions,
  insertSession,
  listSessions,
  lockSession,
  type WayIn,
} from '../../kernel/auth/sessions.ts';
import type { PageRequest } from '../../kernel/contract/paging.ts';
import type { DatabaseTransaction } from '../../kernel/database/database.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { UserRow } from '../identity/index.ts';

type Dependencies = Pick<Kernel, 'db' | 'transaction' | 'clock' | 'newId' | 'events'>;

/** The browser that somebody sits at. */
export interface BrowserAt {
  readonly address: string;
  /** What it calls itself. */
  readonly agent: string;
}

const LONGEST_AGENT = 300;

/** The sessions of people in browsers. */
export const createSessionsService = ({ db, transaction, clock, newId, events }: Dependencies) => ({
  /** Begins a session with a secret of its own, whatever the browser had before. */
  begin: async (
    tx: DatabaseTransaction,
    user: UserRow,
    wayIn: WayIn,
    { address, agent }: BrowserAt,
  ): Promise<string> => {
    const id = newId();
    const secret = await insertSession(tx, {
      id,
      userId: user.id,
      wayIn,
      address,
      agent: agent.slice(0, LONGEST_AGENT),
      createdAt: clock.now(),
    });
    const { id: userId, display_name: displayName } = user;
    const principal = { kind: 'user' as const, userId, displayName, tokenId: '', sessionId: id };
    await events.record(
      tx,
      { principal: { ...principal, scopes: undefined }, requestId: id, address },
      {
        organizationId: wayIn.provider?.organizationId ?? null,
        action: 'session.begun',
        target: { type: 'session', id, label: displayName },
        payload: { way: wayIn.way, ...(wayIn.provider && { provider: wayIn.provider.id }) },
      },
    );
    return secret;
  },

  list: ({ principal }: Caller, page: PageRequest) => listSessions(db, principal.userId, page, clock.now()),

  /** Ends one session of the caller, or all of them; the next request of such a browser is nobody's. */
  end: (caller: Caller, sessionId?: string): Promise<void> =>
    transaction(async (tx) => {
      for (const id of await deleteSessions(tx, caller.principal.userId, sessionId))
        await events.record(tx, caller, {
          organizationId: null,
          action: 'session.ended',
          target: { type: 'session', id },
        });
    }),

  /** Whether the session that somebody came with has ended. */
  isOver: async ({ principal: { sessionId } }: Caller): Promise<boolean> =>
    sessionId !== undefined && !(await lockSession(db, sessionId)),

  /** Forgets sessions that nobody can use any more. */
  forgetEnded: () => deleteEndedSessions(db, clock.now()),
});

/** The sessions of people in browsers. */
export type SessionsService = ReturnType<typeof createSessionsService>;
