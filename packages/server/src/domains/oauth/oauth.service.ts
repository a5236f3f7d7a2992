import type { Caller } from '../../kernel/auth/principal.ts';
import { lockSession } from '../../kernel/auth/session-store.ts';
import { hashSecret } from '../../kernel/auth/tokens.ts';
import { clientNetwork } from '../../kernel/client-network.ts';
import { badRequest, unauthorized } from '../../kernel/errors/errors.ts';
import { randomText } from '../../kernel/ids.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { createRateLimit } from '../../kernel/rate-limit.ts';
import { type IdentityService, principalOf } from '../identity/index.ts';
import { challengeOf, isVerifierOf, type RequestFields } from './authorization-request.ts';
import {
  type ClientRow,
  type CodeRow,
  deleteUnused,
  findClient,
  insertClient,
  insertCode,
  lockCode,
  recordCodeUse,
} from './oauth.store.ts';
import { OAuthError } from './oauth-error.ts';
import { isRegistered, parseRedirectUri } from './redirect-uris.ts';
import { parseAccess, type RequestedAccess, readingOnly } from './requested-access.ts';

interface Dependencies extends Pick<Kernel, 'db' | 'transaction' | 'clock' | 'newId' | 'limits'> {
  readonly identity: Pick<IdentityService, 'find' | 'grantToken' | 'revokeToken'>;
  /** All scopes of tokens; complete once all domains are registered. */
  readonly scopes: () => readonly string[];
}

/** A valid request of a program for a token of the user. */
export interface AuthorizationRequest {
  readonly client: ClientRow;
  readonly redirectUri: string;
  readonly state: string | undefined;
}

/** What a user agrees to. */
interface Consent {
  readonly isReadOnly: boolean;
  readonly days: number;
}

/** The fields with which a program exchanges a code. */
export type TokenFields = Readonly<
  Partial<Record<'grant_type' | 'code' | 'redirect_uri' | 'client_id' | 'code_verifier', string>>
>;

const DAY_MS = 24 * 60 * 60 * 1000;
const CODE_MS = 5 * 60 * 1000;
const UNUSED_DAYS = { codes: 1, registered: 1, used: 365 };
const MAX_REDIRECT_URIS = 10;
const MAX_NAME_LENGTH = 60;
// The prefix lets secret scanners recognise it.
const newCode = (): string => `lco_${randomText(43)}`;
const CLIENT_ID = /^\w{1,64}$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it matches
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]+/g;

/** The name of a program, on one line and short enough for a label. */
const nameOf = (given: string | undefined): string =>
  (given ?? '').toWellFormed().replaceAll(UNPRINTABLE, ' ').trim().slice(0, MAX_NAME_LENGTH).trim() ||
  'A program without a name';

/** Tokens for programs that users authorize in the browser. */
export const createOAuthService = (deps: Dependencies) => {
  const { db, transaction, clock, newId, limits, identity, scopes } = deps;
  const registrations = createRateLimit(limits.signInsPerMinute, () => clock.now().getTime());
  const later = (ms: number) => new Date(clock.now().getTime() + ms);

  /** Why a code is not exchanged; undefined if all is right. */
  const refusalOf = (row: CodeRow, fields: TokenFields): string | undefined => {
    if (row.expires_at <= clock.now()) return 'The code has expired';
    if (row.client_id !== fields.client_id) return 'The code was issued to another client';
    if (row.redirect_uri !== fields.redirect_uri) return 'The redirect_uri is not the one of the code';
    return isVerifierOf(row.challenge, fields.code_verifier) ? undefined : 'The code_verifier does not match';
  };

  /** The caller of events about a token that a program gets. */
  const callerOf = async ({ user_id, session_id }: CodeRow, address: string): Promise<Caller | undefined> => {
    const user = await identity.find(user_id, user_id);
    return user && { principal: principalOf(user), requestId: session_id, address };
  };

  return {
    /** Registers a program. */
    register: (
      address: string,
      { client_name, redirect_uris = [] }: { client_name?: string; redirect_uris?: readonly string[] },
    ): Promise<ClientRow> => {
      registrations.consume(clientNetwork(address));
      if (redirect_uris.length === 0 || redirect_uris.length > MAX_REDIRECT_URIS)
        throw new OAuthError(
          'invalid_redirect_uri',
          `redirect_uris must have 1 to ${MAX_REDIRECT_URIS} URLs`,
        );
      const bad = redirect_uris.find((uri) => !parseRedirectUri(uri));
      if (bad !== undefined)
        throw new OAuthError(
          'invalid_redirect_uri',
          'redirect_uris must be https URLs, http URLs of 127.0.0.1, [::1] or localhost, or those of Cursor, VS Code or Windsurf, without a fragment',
        );
      return insertClient(db, {
        id: newId(),
        name: nameOf(client_name),
        redirect_uris: [...redirect_uris],
        created_at: clock.now(),
      });
    },

    /** Checks who asks; an error here is shown to the user, who must not be sent to an unknown address. */
    findRequest: async ({ client_id, redirect_uri, state }: RequestFields): Promise<AuthorizationRequest> => {
      const client = CLIENT_ID.test(client_id ?? '') ? await findClient(db, client_id!) : undefined;
      if (!client) throw badRequest('The program that asks for access is not registered');
      if (redirect_uri === undefined || !isRegistered(client.redirect_uris, redirect_uri))
        throw badRequest('The program asks to be answered at an address that it has not registered');
      return { client, redirectUri: redirect_uri, state };
    },

    /** The access that a program asks for; errors are told to the program. */
    accessOf: (fields: RequestFields): RequestedAccess => {
      challengeOf(fields);
      return parseAccess(fields.scope, scopes());
    },

    /** Creates the code that a program exchanges for a token of the user. */
    authorize: (
      { principal }: Caller,
      { client, redirectUri }: AuthorizationRequest,
      fields: RequestFields,
      { isReadOnly, days }: Consent,
    ): Promise<string> => {
      const challenge = challengeOf(fields);
      const requested = parseAccess(fields.scope, scopes());
      const access = isReadOnly ? readingOnly(requested, scopes()) : requested;
      const code = newCode();
      return transaction(async (tx) => {
        // The session may just have ended.
        if (!(await lockSession(tx, principal.sessionId!))) throw unauthorized();
        const row = {
          hash: hashSecret(code),
          client_id: client.id,
          user_id: principal.userId,
          session_id: principal.sessionId!,
          redirect_uri: redirectUri,
          challenge,
          scopes: access.scopes ? [...access.scopes] : null,
          token_expires_at: later(days * DAY_MS),
          expires_at: later(CODE_MS),
        };
        await insertCode(tx, row, clock.now());
        return code;
      });
    },

    /** Exchanges a code for a token. Any attempt uses up the code, and a second one revokes its token. */
    exchange: async (address: string, fields: TokenFields) => {
      if (fields.grant_type !== 'authorization_code')
        throw new OAuthError('unsupported_grant_type', 'The grant_type must be authorization_code');
      const result = await transaction(async (tx) => {
        const row = await lockCode(tx, hashSecret(fields.code ?? ''));
        if (!row) return { refusal: 'The code does not exist' };
        if (row.used_at) return { refusal: 'The code has been used', reused: row };
        const caller = await callerOf(row, address);
        const refusal = caller ? refusalOf(row, fields) : 'The account does not exist';
        if (!caller || refusal !== undefined) {
          await recordCodeUse(tx, row, clock.now(), null);
          return { refusal: refusal! };
        }
        const client = await findClient(tx, row.client_id);
        const token = await identity.grantToken(tx, caller, row.user_id, {
          label: client!.name,
          ...(row.scopes && { scopes: row.scopes }),
          expiresAt: row.token_expires_at,
        });
        await recordCodeUse(tx, row, clock.now(), token.row.id);
        return { token };
      });
      if (result.token) {
        const { row, secret } = result.token;
        return {
          secret,
          scopes: row.scopes ?? undefined,
          seconds: Math.floor((row.expires_at!.getTime() - clock.now().getTime()) / 1000),
        };
      }
      // Somebody else may have got the token.
      const caller = result.reused?.token_id && (await callerOf(result.reused, address));
      if (caller) await identity.revokeToken(caller, result.reused!.token_id!);
      throw new OAuthError('invalid_grant', result.refusal);
    },

    /** Deletes expired codes, and programs that nobody uses. */
    deleteUnused: () =>
      deleteUnused(db, {
        codes: later(-UNUSED_DAYS.codes * DAY_MS),
        registered: later(-UNUSED_DAYS.registered * DAY_MS),
        used: later(-UNUSED_DAYS.used * DAY_MS),
      }),
  };
};

/** Service for programs that users authorize. */
export type OAuthService = ReturnType<typeof createOAuthService>;
