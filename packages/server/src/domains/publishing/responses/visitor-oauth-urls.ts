import type { Links } from '../../../kernel/links.ts';
import { REQUEST_FIELDS, type RequestFields } from '../../oauth/index.ts';
import { GITBOOK_PREFIX } from '../site/page-urls.ts';
import type { SiteRow } from '../site/site.store.ts';

/** The ids of a site. */
export type SiteKeyOf = Pick<SiteRow, 'organization' | 'id'>;

const MAX_LENGTH = 8_000;

/** The paths of the authorization server of a site, at the host of the API: the site may be behind a proxy. */
export const oauthUrlsOf = ({ fileUrl }: Pick<Links, 'fileUrl'>, { organization, id }: SiteKeyOf) => ({
  issuer: fileUrl(`/sites/${organization}/${id}`),
  resource: fileUrl(`/.well-known/oauth-protected-resource/sites/${organization}/${id}`),
  token: fileUrl(`/oauth/sites/${organization}/${id}/token`),
});

const isAuthorize = ([prefix, oauth, action]: readonly string[]): boolean =>
  prefix === GITBOOK_PREFIX && oauth === 'oauth' && action === 'authorize';

/** The URL where visitors of a site authorize programs. */
export const authorizeUrl = (siteUrl: string): string => `${siteUrl}/${GITBOOK_PREFIX}/oauth/authorize`;

/**
 * Where the browser goes first when a program sends a visitor to authorize it: to a path with the request in it, because
 * sign-in returns to a path. Relative to the requested URL, so that it is right behind a proxy as well.
 */
export const authorizationStart = (
  segments: readonly string[],
  query: URLSearchParams,
): string | undefined => {
  if (!isAuthorize(segments.slice(-3)) || query.size === 0) return undefined;
  const fields: RequestFields = Object.fromEntries(
    REQUEST_FIELDS.flatMap((name) => (query.has(name) ? [[name, query.get(name)!]] : [])),
  );
  return `authorize/${Buffer.from(JSON.stringify(fields)).toString('base64url')}`;
};

/** The request of a program in a path below a site; undefined if it is another path. */
export const authorizationRequestIn = (rest: readonly string[]): RequestFields | undefined => {
  const encoded = rest[3] ?? '';
  if (!isAuthorize(rest) || rest.length !== 4 || encoded.length > MAX_LENGTH) return undefined;
  try {
    const given = JSON.parse(Buffer.from(encoded, 'base64url').toString()) as Record<string, unknown>;
    return Object.fromEntries(
      REQUEST_FIELDS.flatMap((name) => (typeof given?.[name] === 'string' ? [[name, given[name]]] : [])),
    );
  } catch {
    return undefined;
  }
};
