import Type from 'typebox';
import { policy } from '../kernel/auth/policy.ts';
import { domain } from '../kernel/contract/domain.ts';
import { type Handlers, operation } from '../kernel/contract/operation.ts';

/*
 * What must not compile. The type check of the whole tree fails when one of these does compile; the test beside it
 * takes the expectations away and looks at what the compiler then says, so that a mistake in this file shows too.
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

/** Compiles: what is wrong below is wrong for its own reason. */
export const shelves = domain({ name: 'shelves', contract, handlers });

// @ts-expect-error without a handler
domain({ name: 'shelves', contract, handlers: {} });

// @ts-expect-error a handler that answers something else
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

// @ts-expect-error with responses, but none
operation({ ...good, responses: {} });

// @ts-expect-error a permission on a parameter that the path does not have
operation({ ...good, permission: { policy: shelfPolicy, can: 'view', on: 'bookId' } });

// @ts-expect-error a permission for an action that the policy does not have
operation({ ...good, permission: { policy: shelfPolicy, can: 'burn', on: 'shelfId' } });

// @ts-expect-error a permission that is none
operation({ ...good, permission: 'everybody' });

// @ts-expect-error a method that there is not
operation({ ...good, method: 'FETCH' });

// @ts-expect-error without a summary
operation({ ...good, summary: undefined });
