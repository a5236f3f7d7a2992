import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { renderCustomizationCss } from './customization/css.ts';
import { defaultCustomization } from './customization/settings.ts';
import { readDiagramVersion } from './diagrams.ts';

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
  'dialogs',
];

// The account pages show no documents.
const ACCOUNT_PAGE_PARTS = ['base', 'common', 'console'];

/** The static files of a site. */
export interface SiteAssets {
  readonly theme: Asset;
  readonly script: Asset;
  /** Files that only some pages load. */
  readonly parts: {
    readonly blocks: { readonly theme: Asset; readonly script: Asset; readonly forms: Asset };
    readonly api: { readonly theme: Asset; readonly script: Asset };
    readonly diagrams: { readonly theme: Asset; readonly script: Asset };
    readonly integrations: { readonly theme: Asset; readonly script: Asset };
  };
}

/** A file with its content hash, which is part of its name. */
export interface Asset {
  readonly content: string;
  readonly hash: string;
}

const asset = (content: string): Asset => ({
  content,
  hash: createHash('sha256').update(content).digest('hex').slice(0, 16),
});

/** Minifies a style sheet. */
const compact = (css: string): string =>
  css
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,>]) ?/g, '$1')
    // Between selectors, not inside calc().
    .replace(/ ([+~]) (?=[^{};]*\{)/g, '$1')
    .replace(/: /g, ':')
    .replace(/ \/ /g, '/')
    .replace(/="([a-z]+)"\]/g, '=$1]')
    .replace(/;}/g, '}')
    .replace(/\btransparent\b/g, '#0000')
    .replace(/::(?=before|after)/g, ':')
    .replace(/(?<=[\s:,(-])0\.(?=\d)/g, '.')
    .trim();

/** Minifies one of our scripts: whole-line comments and indentation go, which no text in them contains. */
const compactScript = (script: string): string =>
  script
    .replace(/^\s*\/\/.*\n/gm, '')
    .replace(/^\s+/gm, '')
    .trim();

const read = (name: string): string =>
  readFileSync(createRequire(import.meta.url).resolve(`@lectern/site/${name}`), 'utf8');

const themeOf = (parts: readonly string[]): string =>
  compact(parts.map((part) => read(`theme/${part}.css`)).join('\n'));

/** The script that draws diagrams; it loads the frame from the folder `diagrams` beside its own folder. */
export const readDiagramScript = (): string =>
  compactScript(read('diagrams.js')).replace('{version}', readDiagramVersion());

/** Reads the style sheets and scripts from disk; called once at startup. */
export function readAssets(): SiteAssets {
  return {
    theme: asset(themeOf(PARTS)),
    script: asset(compactScript(read('site.js'))),
    parts: {
      blocks: {
        theme: asset(themeOf(['contentkit'])),
        script: asset(compactScript(read('frames.js'))),
        forms: asset(compactScript(read('forms.js'))),
      },
      integrations: {
        theme: asset(themeOf(['integrations'])),
        script: asset(compactScript(read('integrations.js'))),
      },
      api: { theme: asset(themeOf(['openapi'])), script: asset(compactScript(read('api.js'))) },
      diagrams: {
        theme: asset(themeOf(['diagrams'])),
        script: asset(readDiagramScript()),
      },
    },
  };
}

/** Reads the script that asks browsers for passkeys. */
export const readPasskeyScript = (): Asset => asset(compactScript(read('passkeys.js')));

/** Reads the style sheet of the sign-in and account pages, which has the default customization of sites. */
export const readAccountPageStyles = (): Asset =>
  asset(renderCustomizationCss(defaultCustomization) + themeOf(ACCOUNT_PAGE_PARTS));
