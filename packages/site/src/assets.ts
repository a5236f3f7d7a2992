import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** The parts of the style sheet, in the order they apply. */
const PARTS = [
  'base',
  'common',
  'layout',
  'navigation',
  'article',
  'prose',
  'code',
  'blocks',
  'tables',
  'openapi',
  'dialogs',
];

/** What a site serves besides its pages, each with a hash that names it. */
export interface SiteAssets {
  readonly theme: Asset;
  readonly script: Asset;
}

interface Asset {
  readonly content: string;
  readonly hash: string;
}

const asset = (content: string): Asset => ({
  content,
  hash: createHash('sha256').update(content).digest('hex').slice(0, 16),
});

/** A style sheet without what only its writers read. */
const compact = (css: string): string =>
  css
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,>]) ?/g, '$1')
    // Between selectors, not in sums.
    .replace(/ ([+~]) (?=[^{};]*\{)/g, '$1')
    .replace(/: /g, ':')
    .replace(/ \/ /g, '/')
    .replace(/="([a-z]+)"\]/g, '=$1]')
    .replace(/;}/g, '}')
    .replace(/(?<=[\s:,(-])0\.(?=\d)/g, '.')
    .trim();

/** Reads the style sheet and the script: the only thing here that touches a disk, once at the start. */
export function readAssets(): SiteAssets {
  const { resolve } = createRequire(import.meta.url);
  const read = (name: string): string => readFileSync(resolve(`@lectern/site/${name}`), 'utf8');
  return {
    theme: asset(compact(PARTS.map((part) => read(`theme/${part}.css`)).join('\n'))),
    script: asset(read('site.js')),
  };
}
