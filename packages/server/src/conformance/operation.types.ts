import Type from 'typebox';
import { policy } from '../kernel/auth/policy.ts';
import { domain } from '../kernel/contract/domain.ts';
import { type Handlers, operation } from '../kernel/contract/operation.ts';

/*
 * Operations that must not compile. The type check fails if one of them compiles; architecture.test.ts removes the
 * `@ts-expect-error` comments and checks the errors of the compiler, so that a mistake in this file is found too.
 */

const shelfPolicy = policy<{ open: boolean }>()('shelf', { view: () => true, dust: (shelf) => shelf.open });
const good = {
  method: 'GET',
  path: '/shelves/{shelfId}',
  summary: 'A shelf',
  permission: { policy: shelfPolicy, can: 'view', on: 'shelfId' },
  responses: { 200: Type.Object({ id: Type.String() }) },
} as const;

const contract = { getShelf: operation(good) };
const handlers: Handlers<typeof contract> = { getShelf: async ({ params }) => ({ id: params.shelfId }) };

/** A valid operation; each of those below has exactly one error. */
export const shelves = domain({ name: 'shelves', contract, handlers });

// @ts-expect-error without a handler
domain({ name: 'shelves', contract, handlers: {} });

// @ts-expect-error a handler with another response
export const wrongAnswer: Handlers<typeof contract> = { getShelf: async () => ({ id: 5 }) };

const readsBook = async ({ params }: { params: { bookId: string } }) => ({ id: params.bookId });
// @ts-expect-error a handler that reads a parameter that the path does not have
export const wrongParam: Handlers<typeof contract> = { getShelf: readsBook };

const { permission: _permission, ...withoutPermission } = good;
// @ts-expect-error without a permission
operation(withoutPermission);

const { responses: _responses, ...withoutResponses } = good;
// @ts-expect-error without responses
operation(withoutResponses);

// @ts-expect-error with empty responses
operation({ ...good, responses: {} });

// @ts-expect-error a permission on a parameter that the path does not have
operation({ ...good, permission: { policy: shelfPolicy, can: 'view', on: 'bookId' } });

// @ts-expect-error a permission for an action that the policy does not have
operation({ ...good, permission: { policy: shelfPolicy, can: 'burn', on: 'shelfId' } });

// @ts-expect-error an invalid permission
operation({ ...good, permission: 'everybody' });

// @ts-expect-error an unknown method
operation({ ...good, method: 'FETCH' });

// @ts-expect-error without a summary
operation({ ...good, summary: undefined });
