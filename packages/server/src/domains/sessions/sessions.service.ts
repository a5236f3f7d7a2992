import type { Caller } from '../../kernel/auth/principal.ts';
import {
  deleteExpiredSessions,
  deleteSessionBySecret,
  deleteSessions,
  insertSession,
  isRecentSession,
  listSessions,
  lockSession,
  type SignInMethod,
} from '../../kernel/auth/session-store.ts';
import type { PageRequest } from '../../kernel/contract/paging.ts';
import type { DatabaseTransaction } from '../../kernel/database/database.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { UserRow } from '../identity/index.ts';

type Dependencies = Pick<Kernel, 'db' | 'transaction' | 'clock' | 'newId' | 'events'>;

/** The browser of a sign-in. */
export interface BrowserContext {
  readonly address: string;
  /** The user agent. */
  readonly agent: string;
  /** The secret of the browser's current session. */
  readonly session?: string | undefined;
  /** The secret by which accounts know the browser that signed in to them before. */
  readonly knownBrowser?: string | undefined;
}

const MAX_AGENT_LENGTH = 300;

/** How long after sign-in a user may change how they sign in. */
export const RECENT_MS = 60 * 60 * 1000;

/** The caller of events that have no request of their own. */
const sessionCaller = (sessionId: string, userId: string, displayName: string, address: string): Caller => ({
  principal: { kind: 'user', userId, displayName, tokenId: '', sessionId, scopes: undefined },
  requestId: sessionId,
  address,
});

/** Service for browser sessions. */
export const createSessionsService = ({ db, transaction, clock, newId, events }: Dependencies) => {
  const endSessions = async (
    tx: DatabaseTransaction,
    caller: Caller,
    which: Parameters<typeof deleteSessions>[2],
  ): Promise<void> => {
    for (const id of await deleteSessions(tx, caller.principal.userId, which))
      await events.record(tx, caller, {
        organizationId: null,
        action: 'session.ended',
        target: { type: 'session', id },
      });
  };

  return {
    /** Creates a session and ends the previous session of the browser, which could not be signed out any more. */
    create: async (
      tx: DatabaseTransaction,
      user: UserRow,
      signInMethod: SignInMethod,
      { address, agent, session: previousSession }: BrowserContext,
    ): Promise<string> => {
      const now = clock.now();
      const ended =
        previousSession === undefined ? undefined : await deleteSessionBySecret(tx, previousSession, now);
      if (ended)
        await events.record(tx, sessionCaller(ended.id, ended.user_id, ended.display_name, address), {
          organizationId: null,
          action: 'session.ended',
          target: { type: 'session', id: ended.id },
        });
      const id = newId();
      const secret = await insertSession(tx, {
        id,
        userId: user.id,
        signInMethod,
        address,
        agent: agent.slice(0, MAX_AGENT_LENGTH),
        createdAt: now,
      });
      await events.record(tx, sessionCaller(id, user.id, user.display_name, address), {
        organizationId: signInMethod.provider?.organizationId ?? null,
        action: 'session.begun',
        target: { type: 'session', id, label: user.display_name },
        payload: {
          way: signInMethod.method,
          ...(signInMethod.provider && { provider: signInMethod.provider.id }),
        },
      });
      return secret;
    },

    list: ({ principal }: Caller, page: PageRequest) => listSessions(db, principal.userId, page, clock.now()),

    /** Ends one session of the caller, or all of them. */
    end: (caller: Caller, sessionId?: string): Promise<void> =>
      transaction((tx) => endSessions(tx, caller, { id: sessionId })),

    /** Ends all sessions of the caller but the one of this request. */
    endOthers: (tx: DatabaseTransaction, caller: Caller): Promise<void> =>
      endSessions(tx, caller, { except: caller.principal.sessionId }),

    /**
     * Whether the caller signed in a short time ago. Identity providers do not count: their administrators could
     * otherwise give themselves access that remains when the user leaves the organization.
     */
    isRecent: async ({ principal: { sessionId } }: Caller): Promise<boolean> =>
      sessionId !== undefined &&
      (await isRecentSession(db, sessionId, new Date(clock.now().getTime() - RECENT_MS))),

    /** Whether the caller's session has ended. */
    hasEnded: async ({ principal: { sessionId } }: Caller): Promise<boolean> =>
      sessionId !== undefined && !(await lockSession(db, sessionId)),

    /** Deletes expired sessions. */
    deleteExpired: () => deleteExpiredSessions(db, clock.now()),
  };
};

/** Service for browser sessions. */
export type SessionsService = ReturnType<typeof createSessionsService>;
