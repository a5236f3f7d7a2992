import Type from 'typebox';
import { Empty, Id, List, pagedQuery, Timestamp } from '../../kernel/contract/common-schemas.ts';
import { operation } from '../../kernel/contract/operation.ts';

const Session = Type.Object({
  object: Type.Literal('session'),
  id: Id,
  current: Type.Boolean({ description: 'Whether it is the session of this request' }),
  way: Type.String({ description: 'The sign-in method' }),
  agent: Type.String({ description: 'The user agent of the browser' }),
  address: Type.String({ description: 'The IP address at sign-in' }),
  createdAt: Timestamp,
  lastUsedAt: Timestamp,
  expiresAt: Timestamp,
});

/** Browser sessions of the caller. */
export const sessionsContract = {
  listUserSessions: operation({
    method: 'GET',
    path: '/user/sessions',
    summary: 'List your browser sessions, newest first',
    permission: 'authenticated',
    query: pagedQuery(),
    responses: { 200: List(Session) },
  }),
  deleteUserSession: operation({
    method: 'DELETE',
    path: '/user/sessions/{sessionId}',
    summary: 'End one of your sessions',
    permission: 'authenticated',
    responses: { 204: Empty },
  }),
  deleteUserSessions: operation({
    method: 'DELETE',
    path: '/user/sessions',
    summary: 'End all of your sessions; API tokens remain valid',
    permission: 'authenticated',
    responses: { 204: Empty },
  }),
};
