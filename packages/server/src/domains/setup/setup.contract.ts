import Type from 'typebox';
import { Empty } from '../../kernel/contract/common-schemas.ts';
import { operation } from '../../kernel/contract/operation.ts';
import { LinkToken, newCredentialFields } from '../credentials/index.ts';

/** The path of the page that sets up a new server. */
export const SETUP_PATH = '/setup';

const person = {
  token: LinkToken,
  displayName: Type.String({ minLength: 1, maxLength: 64, pattern: '\\S' }),
  email: Type.String({ maxLength: 254, pattern: '^[^\\s@<>]+@[^\\s@<>]+$' }),
};

const page = { kind: 'page', permission: 'public' } as const;

/** The page that sets up a new server. */
export const setupContract = {
  getSetupPage: operation({
    ...page,
    method: 'GET',
    path: SETUP_PATH,
    summary: 'Show the page that creates the first administrator, with the link that the server prints',
    responses: { 200: Type.String() },
  }),
  startSetupPasskey: operation({
    ...page,
    method: 'POST',
    path: `${SETUP_PATH}/passkey/options`,
    summary: 'Get the options with which the browser of the first administrator creates a passkey, as JSON',
    body: Type.Object(person),
    responses: { 200: Type.String() },
  }),
  setUpServer: operation({
    ...page,
    method: 'POST',
    path: SETUP_PATH,
    summary: 'Create the first administrator, their organization and its first space (form)',
    body: Type.Object({
      ...person,
      ...newCredentialFields,
      organization: Type.String({ minLength: 2, maxLength: 255, pattern: '\\S.*\\S' }),
      space: Type.String({ minLength: 1, maxLength: 50, pattern: '\\S' }),
    }),
    responses: { 303: Empty },
  }),
};
