import { FRAME_HOSTS, isPolicyHost } from '@lectern/site';
import type { FindSiteScripts } from '../../sites/index.ts';

/** A script that an integration puts into pages of a site. */
export type SiteScript = Awaited<ReturnType<FindSiteScripts>>[number];

/** What a page may load and run by itself: files of the site, and pictures and films from anywhere. */
const ownSources = (files: string): Readonly<Record<string, readonly string[]>> => ({
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

/** What integrations may widen, and by what besides hosts: nothing that lets others than their own files run. */
const WIDENED: Readonly<Record<string, readonly string[]>> = {
  'script-src': [],
  'style-src': [INLINE],
  'img-src': ['data:', 'blob:', 'https:'],
  'media-src': ['data:', 'blob:', 'https:'],
  'font-src': ['data:', 'https:'],
  'connect-src': ['data:', 'blob:', 'https:', 'wss:'],
  'form-action': [],
  'frame-src': ['https:'],
  'worker-src': ['blob:'],
};
// What browsers ask first, or asked before there was something narrower.
const MEANT: Readonly<Record<string, string>> = {
  'script-src-elem': 'script-src',
  'style-src-elem': 'style-src',
  'style-src-attr': 'style-src',
  'child-src': 'frame-src',
};
// Everything that is loaded and has no line of its own.
const FALLBACK = 'default-src';
const FALLING_BACK = Object.keys(WIDENED).filter((name) => name.endsWith('-src'));

const HASH = /^'sha(?:256|384|512)-[A-Za-z0-9+/_-]{40,100}={0,2}'$/;

// Proxies give up on headers that are much longer.
const LONGEST = 6_000;

const isSource = (directive: string, source: string): boolean =>
  source === "'self'" ||
  isPolicyHost(source) ||
  WIDENED[directive]!.includes(source) ||
  (HASH.test(source) && (directive === 'script-src' || directive === 'style-src'));

type Sources = Readonly<Record<string, readonly string[]>>;

/** What a policy asks for that it may have. */
const askedBy = (policy: string): Sources => {
  const asked: Record<string, string[]> = {};
  const lines = policy.split(/[;,]/).map((line) => line.trim().split(/\s+/));
  for (const [name = '', ...sources] of lines) {
    const directive = name.toLowerCase();
    asked[MEANT[directive] ?? directive] ??= [];
    asked[MEANT[directive] ?? directive]!.push(...sources);
  }
  const found = Object.keys(WIDENED).map((directive) => {
    const fallback = FALLING_BACK.includes(directive) ? asked[FALLBACK] : undefined;
    const sources = (asked[directive] ?? fallback ?? []).filter((source) => isSource(directive, source));
    return [directive, sources] as const;
  });
  return Object.fromEntries(found.filter(([, sources]) => sources.length > 0));
};

const widenedBy = (before: Sources, more: Sources): Sources => {
  const added = Object.entries(more).map(([directive, sources]) => [
    directive,
    // Workers come from where scripts do, unless a line says otherwise.
    [...new Set([...(before[directive] ?? ["'self'"]), ...sources])],
  ]);
  return { ...before, ...Object.fromEntries(added) };
};

// Whatever else is wrong, a source ends neither its line nor the policy.
const isOneWord = (source: string): boolean => !/[\s;,]/.test(source);

const written = (sources: Sources): string =>
  Object.entries(sources)
    .map(([directive, allowed]) => [directive, ...allowed.filter(isOneWord)].join(' '))
    .join('; ');

/** The policy of a site's pages: their own, frames of their blocks, and as much more as scripts ask for and may have. */
export const contentPolicyOf = (
  files: string,
  scripts: readonly SiteScript[],
  frames: readonly string[] = [],
): string => {
  const loaded = scripts.map(({ script }) => script.split('?')[0]!);
  const own = widenedBy(ownSources(files), frames.length > 0 ? { 'frame-src': frames } : {});
  const start = loaded.length > 0 ? widenedBy(own, { 'script-src': loaded }) : own;
  const widened = scripts.reduce<Sources>((before, { contentSecurityPolicy }) => {
    const after = widenedBy(before, askedBy(contentSecurityPolicy ?? ''));
    return written(after).length > LONGEST ? before : after;
  }, start);
  return written(widened);
};
