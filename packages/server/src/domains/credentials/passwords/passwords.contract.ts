import Type from 'typebox';
import { Empty } from '../../../kernel/contract/common-schemas.ts';
import { operation } from '../../../kernel/contract/operation.ts';
import { LOGIN_PATH } from '../../../kernel/contract/paths.ts';

/** Sign-in with a password. */
export const passwordsContract = {
  signInWithPassword: operation({
    method: 'POST',
    path: `${LOGIN_PATH}/password`,
    kind: 'page',
    summary: 'Sign in with a password; the response does not reveal whether the address has an account',
    permission: 'public',
    body: Type.Object({
      email: Type.String({ maxLength: 254, pattern: '^[^\\s@<>]+@[^\\s@<>]+$' }),
      password: Type.String({ minLength: 1, maxLength: 1000 }),
      to: Type.Optional(Type.String({ maxLength: 2048 })),
    }),
    responses: { 303: Empty },
  }),
};
