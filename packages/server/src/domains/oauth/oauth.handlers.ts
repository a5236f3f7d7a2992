import { renderAuthorization } from '@lectern/site';
import type { Caller } from '../../kernel/auth/principal.ts';
import type { Handlers, PageResponse } from '../../kernel/contract/operation.ts';
import { badRequest, forbidden } from '../../kernel/errors/errors.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { FORM_TOKEN_FIELD, formToken, isValidFormToken } from '../account/index.ts';
import type { IdentityService } from '../identity/index.ts';
import { htmlPage, type PagesService, pagePolicy, parseQuery, redirectTo } from '../sessions/index.ts';
import { REQUEST_FIELDS, type RequestFields, redirectBack } from './authorization-request.ts';
import { AUTHORIZE_PATH, type oauthContract, REGISTER_PATH, TOKEN_PATH } from './oauth.contract.ts';
import type { AuthorizationRequest, OAuthService } from './oauth.service.ts';
import { answeringProgram, jsonResponse, OAuthError } from './oauth-error.ts';
import { isOnComputer, policySource } from './redirect-uris.ts';
import { mayWrite, PROGRAM_SCOPES } from './requested-access.ts';

interface Services {
  readonly oauth: OAuthService;
  readonly identity: Pick<IdentityService, 'find'>;
  readonly pages: Pick<PagesService, 'styles'>;
}

const DEFAULT_DAYS = 30;

// An API token must not be able to create one with more rights.
const requireSession = ({ principal }: Caller): void => {
  if (principal.sessionId === undefined)
    throw badRequest('Programs are authorized in a browser, not with an API token');
};

/** Maps operations to service calls and responses. */
export const oauthHandlers = (
  { oauth, identity, pages }: Services,
  { links, signing }: Pick<Kernel, 'links' | 'signing'>,
): Handlers<typeof oauthContract> => {
  const issuer = () => links.fileUrl('');

  /** Runs a step whose errors are told to the program. */
  const tellingProgram = async (
    { redirectUri, state }: AuthorizationRequest,
    work: () => Promise<PageResponse>,
  ): Promise<PageResponse> => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof OAuthError)) throw error;
      return redirectTo(
        redirectBack(redirectUri, {
          error: error.code,
          error_description: error.message,
          state,
          iss: issuer(),
        }),
      );
    }
  };

  return {
    getOAuthMetadata: async () => ({
      contentType: 'application/json; charset=utf-8',
      content: JSON.stringify({
        issuer: issuer(),
        authorization_endpoint: links.fileUrl(AUTHORIZE_PATH),
        token_endpoint: links.fileUrl(TOKEN_PATH),
        registration_endpoint: links.fileUrl(REGISTER_PATH),
        scopes_supported: PROGRAM_SCOPES,
        response_types_supported: ['code'],
        response_modes_supported: ['query'],
        grant_types_supported: ['authorization_code'],
        token_endpoint_auth_methods_supported: ['none'],
        code_challenge_methods_supported: ['S256'],
        authorization_response_iss_parameter_supported: true,
      }),
    }),

    registerOAuthClient: ({ body, request: { address } }) =>
      answeringProgram(async () => {
        const client = await oauth.register(address, body);
        return jsonResponse(201, {
          client_id: client.id,
          client_id_issued_at: Math.floor(client.created_at.getTime() / 1000),
          client_name: client.name,
          redirect_uris: client.redirect_uris,
          grant_types: ['authorization_code'],
          response_types: ['code'],
          token_endpoint_auth_method: 'none',
        });
      }),

    getAuthorizationPage: async ({ caller, request }) => {
      requireSession(caller);
      const query = parseQuery(request);
      const fields: RequestFields = Object.fromEntries(
        REQUEST_FIELDS.flatMap((name) => (query.has(name) ? [[name, query.get(name)!]] : [])),
      );
      const asked = await oauth.findRequest(fields);
      return tellingProgram(asked, async () => {
        const access = oauth.accessOf(fields);
        const { userId } = caller.principal;
        const user = await identity.find(userId, userId);
        const target = new URL(asked.redirectUri);
        return htmlPage(
          renderAuthorization({
            styles: pages.styles(),
            formToken: formToken(signing, caller),
            action: AUTHORIZE_PATH,
            program: asked.client.name,
            email: user?.email ?? '',
            host: isOnComputer(target) ? undefined : target.host,
            mayWrite: mayWrite(access),
            scopes: access.names.filter((name) => name.includes(':')),
            days: DEFAULT_DAYS,
            fields,
          }),
          200,
          // Browsers apply the policy also to the redirect after the form.
          { 'content-security-policy': pagePolicy(`'self' ${policySource(target)}`) },
        );
      });
    },

    authorizeProgram: async ({ caller, body }) => {
      requireSession(caller);
      if (!isValidFormToken(signing, caller, body[FORM_TOKEN_FIELD]))
        throw forbidden('The form has expired: start again from the program');
      const fields = body as RequestFields;
      const asked = await oauth.findRequest(fields);
      return tellingProgram(asked, async () => {
        if (body.decision !== 'allow') throw new OAuthError('access_denied', 'The user refused the access');
        const consent = { isReadOnly: body.access === 'read', days: Number(body.days ?? DEFAULT_DAYS) };
        const code = await oauth.authorize(caller, asked, fields, consent);
        return redirectTo(redirectBack(asked.redirectUri, { code, state: asked.state, iss: issuer() }));
      });
    },

    exchangeAuthorizationCode: ({ body, request: { address } }) =>
      answeringProgram(async () => {
        const { secret, scopes, seconds } = await oauth.exchange(address, body);
        return jsonResponse(200, {
          access_token: secret,
          token_type: 'Bearer',
          expires_in: seconds,
          scope: (scopes ?? PROGRAM_SCOPES).join(' '),
        });
      }),
  };
};
