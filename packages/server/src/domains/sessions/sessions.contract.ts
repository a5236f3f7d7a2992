import Type from 'typebox';
import { Empty, Id, List, pagedQuery, Timestamp } from '../../kernel/contract/common-schemas.ts';
import { operation } from '../../kernel/contract/operation.ts';

const Session = Type.Object({
  object: Type.Literal('session'),
  id: Id,
  current: Type.Boolean({ description: 'Whether it is the one that asks' }),
  way: Type.String({ description: 'How the person came in' }),
  agent: Type.String({ description: 'What the browser calls itself' }),
  address: Type.String({ description: 'Where the browser was when it began' }),
  createdAt: Timestamp,
  lastUsedAt: Timestamp,
  expiresAt: Timestamp,
});

/** The browsers in which somebody is signed in. */
export const sessionsContract = {
  listUserSessions: operation({
    method: 'GET',
    path: '/user/sessions',
    summary: 'The browsers in which you are signed in, newest first',
    permission: 'authenticated',
    query: pagedQuery(),
    responses: { 200: List(Session) },
  }),
  deleteUserSession: operation({
    method: 'DELETE',
    path: '/user/sessions/{sessionId}',
    summary: 'Sign out of one browser, at once',
    permission: 'authenticated',
    responses: { 204: Empty },
  }),
  deleteUserSessions: operation({
    method: 'DELETE',
    path: '/user/sessions',
    summary: 'Sign out everywhere, at once; tokens stay',
    permission: 'authenticated',
    responses: { 204: Empty },
  }),
};
