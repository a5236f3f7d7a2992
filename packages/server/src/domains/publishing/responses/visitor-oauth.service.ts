import { renderAuthorizePage } from '@lectern/site';
import { isSameOrigin } from '../../../kernel/auth/same-origin.ts';
import { hashSecret } from '../../../kernel/auth/tokens.ts';
import type { BrowserRequest, PageResponse } from '../../../kernel/contract/operation.ts';
import { ApiError } from '../../../kernel/errors/errors.ts';
import { randomText } from '../../../kernel/ids.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { SiteHostName } from '../../../kernel/site-hosts.ts';
import {
  type AuthorizationRequest,
  challengeOf,
  isOnComputer,
  isVerifierOf,
  OAuthError,
  type OAuthService,
  policySource,
  REGISTER_PATH,
  type RequestFields,
  redirectBack,
  type TokenFields,
} from '../../oauth/index.ts';
import type { LayoutService } from '../rendering/layout.service.ts';
import { GITBOOK_PREFIX } from '../site/page-urls.ts';
import type { Visit } from '../site/visit.ts';
import type { SignedInVisitor } from '../visitor-access/browser-admission.service.ts';
import { signInTargetOf } from '../visitor-access/sign-in-target.ts';
import type { RequestedSite, SiteLookupService, SiteState } from '../visitor-access/site-lookup.service.ts';
import { contentSecurityPolicyOf } from './content-security-policy.ts';
import { NOT_FOUND, redirectResponse, textResponse } from './plain-responses.ts';
import { deleteExpiredVisitorCodes, insertVisitorCode, takeVisitorCode } from './visitor-oauth.store.ts';
import { authorizationRequestIn, authorizeUrl, oauthUrlsOf, type SiteKeyOf } from './visitor-oauth-urls.ts';

interface Dependencies extends Pick<Kernel, 'db' | 'clock' | 'links' | 'secrets'> {
  readonly oauth: Pick<OAuthService, 'findRequest'>;
  readonly siteLookup: SiteLookupService;
  readonly layout: Pick<LayoutService, 'layoutOf'>;
}

/** What a program is told about a site. */
export type OAuthMetadata = Readonly<Record<string, unknown>>;

const CODE_MS = 60 * 1000;
const PURPOSE = 'visitor code';
const WELL_KNOWN = '.well-known';
const isProtected = ({ site }: SiteState): boolean =>
  site.published && site.visibility === 'visitor-auth' && signInTargetOf(site, []) !== undefined;

/** Makes the service with which programs get the token of a visitor who authorizes them. */
export const createVisitorOAuthService = (deps: Dependencies) => {
  const { db, clock, links, secrets, oauth, siteLookup, layout } = deps;

  const resourceOf = ({ site }: SiteState): OAuthMetadata => ({
    resource: `${siteLookup.urlOf(site)}/${GITBOOK_PREFIX}/mcp`,
    resource_name: site.title,
    authorization_servers: [oauthUrlsOf(links, site).issuer],
    bearer_methods_supported: ['header'],
  });

  const serverOf = ({ site }: SiteState): OAuthMetadata => {
    const { issuer, token } = oauthUrlsOf(links, site);
    return {
      issuer,
      authorization_endpoint: authorizeUrl(siteLookup.urlOf(site)),
      token_endpoint: token,
      registration_endpoint: links.fileUrl(REGISTER_PATH),
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code'],
      token_endpoint_auth_methods_supported: ['none'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
    };
  };

  const documents = new Map([
    ['oauth-protected-resource', resourceOf],
    ['oauth-authorization-server', serverOf],
  ]);

  const find = async (key: SiteKeyOf): Promise<SiteState | undefined> => {
    const state = await siteLookup.findByKey(key);
    return state && isProtected(state) ? state : undefined;
  };

  /** Runs a step with a checked request; errors are told to the program, or to the visitor if the program is unknown. */
  const withRequest = async (
    visit: Visit,
    fields: RequestFields,
    step: (asked: AuthorizationRequest, challenge: string) => Promise<PageResponse>,
  ): Promise<PageResponse> => {
    let asked: AuthorizationRequest;
    try {
      asked = await oauth.findRequest(fields);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return textResponse(error.status, `${error.message}.\n`);
    }
    try {
      return await step(asked, challengeOf(fields));
    } catch (error) {
      if (!(error instanceof OAuthError)) throw error;
      return backTo(visit, asked, { error: error.code, error_description: error.message });
    }
  };

  const backTo = (
    { site }: Visit,
    { redirectUri, state }: AuthorizationRequest,
    result: Readonly<Record<string, string>>,
  ): PageResponse =>
    redirectResponse(redirectBack(redirectUri, { ...result, state, iss: oauthUrlsOf(links, site).issuer }), {
      status: 303,
    });

  const storeCode = async (
    { site }: Visit,
    { token, expiresAt }: SignedInVisitor,
    { client, redirectUri }: AuthorizationRequest,
    challenge: string,
  ): Promise<string> => {
    const code = `lcv_${randomText(43)}`;
    const hash = hashSecret(code);
    await insertVisitorCode(db, {
      hash,
      organization_id: site.organization,
      site_id: site.id,
      client_id: client.id,
      redirect_uri: redirectUri,
      challenge,
      encrypted_token: secrets.encrypt(PURPOSE, hash.toString('hex'), token),
      token_expires_at: expiresAt ?? null,
      expires_at: new Date(clock.now().getTime() + CODE_MS),
    });
    return code;
  };

  return {
    /** The metadata of the protected resource of a site; undefined if visitors cannot sign in to it. */
    resource: async (key: SiteKeyOf): Promise<OAuthMetadata | undefined> => {
      const state = await find(key);
      return state && resourceOf(state);
    },

    /** The metadata of the authorization server of a site; undefined if visitors cannot sign in to it. */
    server: async (key: SiteKeyOf): Promise<OAuthMetadata | undefined> => {
      const state = await find(key);
      return state && serverOf(state);
    },

    /** The same at the host of a site, where clients look that do not read the challenge; undefined for other paths. */
    wellKnown: async (
      host: SiteHostName,
      [first, name = '', ...segments]: readonly string[],
    ): Promise<PageResponse | undefined> => {
      const document = documents.get(name);
      if (first !== WELL_KNOWN || !document) return undefined;
      const requested = await siteLookup.findByAddress(host, segments);
      if (!requested || !isProtected(requested.state)) return NOT_FOUND;
      const headers = {
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-store',
        'access-control-allow-origin': '*',
      };
      return { status: 200, headers, content: JSON.stringify(document(requested.state)) };
    },

    /** Where an MCP client without a valid token learns how to get one. */
    metadataUrl: ({ state }: RequestedSite): string | undefined =>
      isProtected(state) ? oauthUrlsOf(links, state.site).resource : undefined,

    /** The page on which a visitor authorizes a program; undefined for other paths. */
    page: async (
      visit: Visit,
      rest: readonly string[],
      visitor: SignedInVisitor | undefined,
    ): Promise<PageResponse | undefined> => {
      const fields = authorizationRequestIn(rest);
      if (!fields) return undefined;
      const { home } = visit.structure;
      if (!visitor || !home || visit.site.visibility !== 'visitor-auth') return NOT_FOUND;
      return withRequest(visit, fields, async ({ client, redirectUri }) => {
        const target = new URL(redirectUri);
        const content = renderAuthorizePage(await layout.layoutOf(visit, home, undefined), {
          program: client.name,
          host: isOnComputer(target) ? undefined : target.host,
        });
        const policy = contentSecurityPolicyOf(new URL(links.fileUrl('/')).origin, {
          // Browsers apply the policy also to the redirect after the form.
          formTargets: [policySource(target)],
        });
        const headers = {
          'content-type': 'text/html; charset=utf-8',
          'cache-control': 'private, no-store, no-transform',
          'content-security-policy': policy,
          'referrer-policy': 'no-referrer',
          'x-robots-tag': 'noindex, nofollow',
        };
        return { status: 200, headers, content };
      });
    },

    /** The decision of a visitor about a program; undefined for other paths. */
    decide: async (
      visit: Visit,
      rest: readonly string[],
      visitor: SignedInVisitor | undefined,
      request: Pick<BrowserRequest, 'headers' | 'host' | 'body'>,
    ): Promise<PageResponse | undefined> => {
      const fields = authorizationRequestIn(rest);
      if (!fields) return undefined;
      if (!visitor || visit.site.visibility !== 'visitor-auth') return NOT_FOUND;
      // Not a page of another site, also not of one below the same domain.
      if (!isSameOrigin(request)) return textResponse(403, 'Cross-site requests are not allowed.\n');
      const { decision } = (request.body ?? {}) as { readonly decision?: unknown };
      return withRequest(visit, fields, async (asked, challenge) => {
        if (decision !== 'allow') throw new OAuthError('access_denied', 'The visitor refused the access');
        return backTo(visit, asked, { code: await storeCode(visit, visitor, asked, challenge) });
      });
    },

    /** Exchanges a code for the token of the visitor. Any attempt uses up the code. */
    exchange: async (key: SiteKeyOf, fields: TokenFields) => {
      if (fields.grant_type !== 'authorization_code')
        throw new OAuthError('unsupported_grant_type', 'The grant_type must be authorization_code');
      const hash = hashSecret(fields.code ?? '');
      const row = await takeVisitorCode(db, key, hash);
      const isGranted =
        row !== undefined &&
        row.expires_at > clock.now() &&
        row.client_id === fields.client_id &&
        row.redirect_uri === fields.redirect_uri &&
        isVerifierOf(row.challenge, fields.code_verifier);
      if (!isGranted)
        throw new OAuthError(
          'invalid_grant',
          'The code does not exist, has expired or was used, or client_id, redirect_uri or code_verifier are not those of its request',
        );
      const expiresAt = row.token_expires_at;
      return {
        access_token: secrets.decrypt(PURPOSE, hash.toString('hex'), row.encrypted_token),
        token_type: 'Bearer',
        ...(expiresAt && {
          expires_in: Math.max(0, Math.floor((expiresAt.getTime() - clock.now().getTime()) / 1000)),
        }),
      };
    },

    deleteExpired: (): Promise<void> => deleteExpiredVisitorCodes(db, clock.now()),
  };
};

/** Service with which programs get the token of a visitor who authorizes them. */
export type VisitorOAuthService = ReturnType<typeof createVisitorOAuthService>;
