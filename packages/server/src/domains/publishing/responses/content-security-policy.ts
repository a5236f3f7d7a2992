import { FRAME_HOSTS, isPolicyHost } from '@lectern/site';
import type { SiteScript } from '../rendering/integration-scripts.service.ts';

/** The base policy of a page: files of the site, and images and videos from anywhere. */
const baseSources = (files: string): Readonly<Record<string, readonly string[]>> => ({
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'img-src': ["'self'", 'data:', 'https:', files],
  'media-src': ["'self'", 'https:', files],
  'font-src': ["'self'", 'https:', files],
  'connect-src': ["'self'"],
  'form-action': ["'self'"],
  'base-uri': ["'none'"],
  'frame-ancestors': ["'none'"],
  'frame-src': FRAME_HOSTS,
});

const INLINE = "'unsafe-inline'";

/** Directives that integrations may extend, and the keywords that they may add besides hosts: none that allows inline scripts. */
const EXTENSIBLE: Readonly<Record<string, readonly string[]>> = {
  'script-src': ['https:'],
  'style-src': [INLINE, 'https:'],
  'img-src': ['data:', 'blob:', 'https:'],
  'media-src': ['data:', 'blob:', 'https:'],
  'font-src': ['data:', 'https:'],
  'connect-src': ['data:', 'blob:', 'https:', 'wss:'],
  'form-action': [],
  'frame-src': ['https:'],
  'worker-src': ['blob:', 'https:'],
};
// More specific and older directives.
const ALIASES: Readonly<Record<string, string>> = {
  'script-src-elem': 'script-src',
  'style-src-elem': 'style-src',
  'style-src-attr': 'style-src',
  'child-src': 'frame-src',
};
// Applies to directives that a policy does not have.
const FALLBACK = 'default-src';
const WITH_FALLBACK = Object.keys(EXTENSIBLE).filter((name) => name.endsWith('-src'));

const HASH = /^'sha(?:256|384|512)-[A-Za-z0-9+/_-]{40,100}={0,2}'$/;

// Many proxies reject longer headers.
const MAX_POLICY_LENGTH = 6_000;

const isSource = (directive: string, source: string): boolean =>
  source === "'self'" ||
  isPolicyHost(source) ||
  EXTENSIBLE[directive]!.includes(source) ||
  (HASH.test(source) && directive === 'script-src');

type Sources = Readonly<Record<string, readonly string[]>>;

const HOST = /^((?:https?|wss?):\/\/)?(?:www\.)?([a-z0-9-]+(?:\.[a-z0-9-]+)+)(:(?:\d+|\*))?$/i;

const hostOf = (source: string): string => source.replace(/^((?:\w+:\/\/)?[^/]+).*$/, '$1');

const WITHOUT_TLS = /^(http|ws):/i;
// Pages with TLS load nothing without it.
const withTls = (source: string): string => source.replace(WITHOUT_TLS, '$1s:');

// Vendors load parts of their scripts from other paths, and from subdomains that manifests do not name.
const widened = (source: string): readonly string[] => {
  const whole = WITHOUT_TLS.test(source) ? source : hostOf(source);
  const [, scheme = '', host, port = ''] = HOST.exec(whole) ?? [];
  return host === undefined ? [whole] : [whole, `${scheme}*.${host}${port}`];
};

const EVERY_HOST = /^(?:https:\/\/)?\*(?::\*)?$/i;
// A wildcard stands for every host, but only with TLS.
const everyHostIn = (directive: string): readonly string[] => {
  if (directive === 'connect-src') return ['https:', 'wss:'];
  return directive.endsWith('-src') ? ['https:'] : [];
};

// Scripts report to the hosts that they come from, and load styles and frames of them; many manifests do not say so. Not without TLS.
const withOwnHosts = (sources: Sources): Sources => {
  const hosts = (sources['script-src'] ?? []).filter((source) => !/^'|^http:/.test(source)).map(hostOf);
  if (hosts.length === 0) return sources;
  const all = (directive: string, more: readonly string[] = []) => ({
    [directive]: [...new Set([...(sources[directive] ?? []), ...hosts, ...more])],
  });
  return {
    ...sources,
    ...all('style-src'),
    ...all('frame-src'),
    ...all('connect-src', hosts.includes('https:') ? ['wss:'] : []),
  };
};

/** The allowed sources of an integration's policy, by directive. */
const allowedSourcesIn = (policy: string, isSecure: boolean): Sources => {
  const sourcesOf: Record<string, string[]> = {};
  const lines = policy.split(/[;,]/).map((line) => line.trim().split(/\s+/));
  for (const [name = '', ...sources] of lines) {
    const directive = name.toLowerCase();
    sourcesOf[ALIASES[directive] ?? directive] ??= [];
    sourcesOf[ALIASES[directive] ?? directive]!.push(...sources);
  }
  const found = Object.keys(EXTENSIBLE).map((directive) => {
    const fallback = WITH_FALLBACK.includes(directive) ? sourcesOf[FALLBACK] : undefined;
    const sources = (sourcesOf[directive] ?? fallback ?? []).flatMap((given) => {
      if (EVERY_HOST.test(given)) return everyHostIn(directive);
      const source = isSecure ? withTls(given) : given;
      return isSource(directive, source) ? widened(source) : [];
    });
    return [directive, sources] as const;
  });
  return withOwnHosts(Object.fromEntries(found.filter(([, sources]) => sources.length > 0)));
};

const extend = (before: Sources, more: Sources): Sources => {
  const added = Object.entries(more).map(([directive, sources]) => [
    directive,
    // `worker-src` falls back to `script-src` in browsers.
    [...new Set([...(before[directive] ?? ["'self'"]), ...sources])],
  ]);
  return { ...before, ...Object.fromEntries(added) };
};

const TLS_HOST = /^https:\/\//i;
// On a site with TLS, a host without a scheme is one with TLS.
const ANY_HOST = /^(?:https:\/\/|(?:\*\.)?[a-z0-9-]+\.)/i;

/** Sources without the hosts that a scheme in the same directive allows. */
const withoutCovered = (sources: Sources, isSecure: boolean): Sources =>
  Object.fromEntries(
    Object.entries(sources).map(([directive, allowed]) => [
      directive,
      allowed.filter(
        (source) =>
          !(allowed.includes('https:') && (isSecure ? ANY_HOST : TLS_HOST).test(source)) &&
          !(allowed.includes('wss:') && source.startsWith('wss://')),
      ),
    ]),
  );

// Scripts stay limited to their hosts.
const withEveryHost = (sources: Sources): Sources =>
  extend(
    sources,
    Object.fromEntries(
      ['style-src', 'frame-src', 'connect-src'].map((directive) => [directive, everyHostIn(directive)]),
    ),
  );

const isShort = (sources: Sources): boolean => format(sources).length <= MAX_POLICY_LENGTH;

// A source must end neither its directive nor the policy.
const isOneWord = (source: string): boolean => !/[\s;,]/.test(source);

const format = (sources: Sources): string =>
  Object.entries(sources)
    .map(([directive, allowed]) => [directive, ...allowed.filter(isOneWord)].join(' '))
    .join('; ');

/** What a page needs besides files of its site. */
interface PageNeeds {
  /** Scripts of integrations. */
  readonly scripts?: readonly SiteScript[];
  /** Hosts that the owners of the site allow to scripts of integrations. */
  readonly hosts?: readonly string[];
  /** Whether the site is served with TLS. */
  readonly isSecure?: boolean;
  readonly frames?: readonly string[] | undefined;
  /** Servers of APIs. */
  readonly connections?: readonly string[] | undefined;
  /** Where forms lead besides the site. */
  readonly formTargets?: readonly string[];
}

// Images, media and fonts may come from any host.
const sourcesOfHosts = (hosts: readonly string[]): Sources => ({
  ...Object.fromEntries(
    ['script-src', 'style-src', 'frame-src', 'form-action'].map((directive) => [directive, hosts]),
  ),
  'connect-src': hosts.flatMap((host) => [host, `wss://${host}`]),
});

/** The content security policy of a page: the base policy, extended by its iframes, the servers of APIs, and scripts of integrations. */
export const contentSecurityPolicyOf = (
  files: string,
  {
    scripts = [],
    hosts = [],
    isSecure = false,
    frames = [],
    connections = [],
    formTargets = [],
  }: PageNeeds = {},
): string => {
  const scriptUrls = scripts.map(({ script }) => script.split('?')[0]!);
  const own = extend(baseSources(files), {
    ...(frames.length > 0 && { 'frame-src': frames }),
    ...(connections.length > 0 && { 'connect-src': connections }),
    ...(formTargets.length > 0 && { 'form-action': formTargets }),
  });
  const start =
    scriptUrls.length > 0
      ? extend(
          // Widgets style themselves in the page.
          extend(own, { 'script-src': scriptUrls, 'style-src': [INLINE] }),
          hosts.length > 0 ? sourcesOfHosts(hosts) : {},
        )
      : own;
  const extended = scripts.reduce<Sources>((before, { contentSecurityPolicy }) => {
    const after = extend(before, allowedSourcesIn(contentSecurityPolicy ?? '', isSecure));
    const shorter = [after, withEveryHost(after)].map((sources) => withoutCovered(sources, isSecure));
    return [after, ...shorter].find(isShort) ?? before;
  }, start);
  return format(extended);
};
