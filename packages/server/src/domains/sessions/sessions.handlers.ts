import type { SessionRow } from '../../kernel/auth/session-store.ts';
import type { Handlers } from '../../kernel/contract/operation.ts';
import { listOf } from '../../kernel/contract/paging.ts';
import type { sessionsContract } from './sessions.contract.ts';
import type { SessionsService } from './sessions.service.ts';

const toSession = (row: SessionRow, currentId: string | undefined) => ({
  object: 'session' as const,
  id: row.id,
  current: row.id === currentId,
  way: row.method,
  agent: row.agent,
  address: row.address,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at.toISOString(),
  expiresAt: row.expires_at.toISOString(),
});

/** Maps operations to service calls and responses. */
export const sessionsHandlers = (sessions: SessionsService): Handlers<typeof sessionsContract> => ({
  listUserSessions: async ({ caller, page }) =>
    listOf(
      page,
      await sessions.list(caller, page),
      (row) => [row.id],
      (row) => toSession(row, caller.principal.sessionId),
    ),
  deleteUserSession: async ({ caller, params }) => {
    await sessions.end(caller, params.sessionId);
    return undefined;
  },
  deleteUserSessions: async ({ caller }) => {
    await sessions.end(caller);
    return undefined;
  },
});
