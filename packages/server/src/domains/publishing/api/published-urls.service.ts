import { createHash } from 'node:crypto';
import { forbidden, notFound } from '../../../kernel/errors/errors.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { SiteHosts } from '../../../kernel/site-hosts.ts';
import { SITE_TOKEN_PURPOSE, signSiteToken, verifySiteToken } from '../../sites/index.ts';
import type { PreviousPathsService } from '../redirects/previous-paths.service.ts';
import { formatPath, parsePath } from '../site/paths.ts';
import { type ResolvedPath, resolvePath, type Variant } from '../site/structure.ts';
import type { Visit } from '../site/visit.ts';
import type {
  AdmissionResult,
  AdmissionService,
  VisitorCredentials,
} from '../visitor-access/admission.service.ts';
import type { SignInService } from '../visitor-access/sign-in.service.ts';
import { proxyAddress } from '../visitor-access/site-address.ts';

interface Dependencies extends Pick<Kernel, 'signing' | 'clock'> {
  readonly hosts: Pick<SiteHosts, 'find'>;
  readonly admission: AdmissionService;
  readonly previousPaths: PreviousPathsService;
  readonly signIn: SignInService;
}

/** The credentials and options of a request to resolve a URL. */
export interface ResolveOptions extends VisitorCredentials {
  /** Whether visitors with an invalid token are redirected to sign in. */
  readonly redirectOnError?: boolean | undefined;
}

type Admitted = Extract<AdmissionResult, { kind: 'admitted' }>;

const withTrailingSlash = (segments: readonly string[]): string =>
  segments.length === 0 ? '/' : `${formatPath(segments)}/`;

/** Whether a path is one of the site itself, or of a revision or change request. */
const isReserved = ([first]: readonly string[]): boolean => first?.startsWith('~') === true;

/** Whether a longer path could be in another section or variant. */
const canHaveOtherVariant = (
  { structure: { sections, variants, home } }: Visit,
  variant: Variant,
): boolean => {
  const siblings = variants.filter(({ parentSection }) => parentSection?.id === variant.parentSection?.id);
  return (variant === home && sections.length > 1) || (variant.isDefault && siblings.length > 1);
};

const redirectUrl = ({ url }: Visit, { variant, rest }: Pick<ResolvedPath, 'variant' | 'rest'>): string =>
  rest.length === 0
    ? url + withTrailingSlash(variant.prefix)
    : url + formatPath([...variant.prefix, ...rest]);

/** Makes the service that resolves published URLs to content and a token to read it. */
export const createPublishedUrlsService = (deps: Dependencies) => {
  const { hosts, admission, previousPaths, signIn, signing, clock } = deps;
  const secret = () => signing.keyFor(SITE_TOKEN_PURPOSE);

  const isPreviewToken = (token: string | null | undefined): token is string =>
    Boolean(token) && verifySiteToken(secret(), token!, clock.now())?.admission.kind === 'preview';

  /** Admits the visitor; `base` is the path of the site in the URL, `preview` the token of a member's preview. */
  const admit = async (
    url: URL,
    options: ResolveOptions,
  ): Promise<{ result?: AdmissionResult; base?: readonly string[]; preview?: string }> => {
    const segments = parsePath(url.pathname)?.segments;
    if (!segments || !/^https?:$/.test(url.protocol)) return {};
    const address = hosts.find(url.host, url.pathname) ?? proxyAddress(url.host, segments);
    const preview = [url.searchParams.get('token'), options.token].find(isPreviewToken);
    const result = await admission.admitAt(address, segments, {
      ...options,
      preview,
      query: url.searchParams,
    });
    if (result?.kind !== 'admitted') return { ...(result && { result }) };
    // The path in the given URL: readers of a proxied site see another one.
    const base =
      address.kind === 'proxied'
        ? segments.slice(0, segments.length - result.rest.length)
        : result.visit.base;
    return { result, base, ...(result.admission.kind === 'preview' && { preview: preview! }) };
  };

  const contentAt = (
    { visit, admission: admitted, expiresAt, shareKey }: Admitted,
    { variant, rest }: ResolvedPath,
    base: readonly string[],
    preview: string | undefined,
  ) => {
    const { site, claims } = visit;
    const audience = { organization: site.organization, site: site.id, admission: admitted, claims };
    return {
      site: site.id,
      ...(variant.parentSection && { siteSection: variant.parentSection.id }),
      siteSpace: variant.id,
      space: variant.space,
      pathname: formatPath(rest),
      basePath: withTrailingSlash([...base, ...variant.prefix]),
      siteBasePath: withTrailingSlash(base),
      apiToken: preview ?? signSiteToken(secret(), audience, clock.now(), expiresAt),
      organization: site.organization,
      ...(shareKey !== undefined && { shareKey }),
      complete: rest.length === 0 && !canHaveOtherVariant(visit, variant),
      ...(site.adaptiveSchema !== null && {
        contextId: createHash('sha256').update(JSON.stringify(claims)).digest('hex').slice(0, 20),
      }),
      canonicalUrl: visit.url + formatPath([...variant.prefix, ...rest]),
    };
  };

  return {
    /** Resolves a published URL to content, or to the URL that a renderer has to redirect to. */
    resolve: async (url: string, options: ResolveOptions) => {
      const { result, base = [], preview } = await admit(new URL(url), options);
      if (!result) throw notFound('content');
      if (result.kind === 'sign-in-required') {
        if (result.isTokenRejected && !options.redirectOnError)
          throw forbidden('The visitor token is invalid or has expired');
        const redirect = await signIn.signInUrl(result.requested, result.target);
        return { target: 'external' as const, site: result.requested.state.site.id, redirect };
      }
      const { visit } = result;
      const segments = result.rest.map((segment) => segment.toLowerCase());
      const resolved = resolvePath(visit.structure, segments);
      if (!resolved) throw notFound('content');
      const current = isReserved(resolved.rest)
        ? undefined
        : await previousPaths.redirectPath(visit, resolved, segments);
      if (current) return { target: 'content' as const, redirect: redirectUrl(visit, current) };
      return contentAt(result, resolved, base, preview);
    },
  };
};

/** Published URLs. */
export type PublishedUrlsService = ReturnType<typeof createPublishedUrlsService>;
