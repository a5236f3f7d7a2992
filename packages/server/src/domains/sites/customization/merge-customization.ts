import { isSafeUrl } from '@lectern/document';
import { defaultCustomization } from '@lectern/site';
import type { Customization, Override } from './customization.contract.ts';
import { pageActionItems } from './page-actions.ts';

const CODE_THEME = { light: 'default-light', dark: 'default-dark' } as const;
const DEFAULT_CODE_THEMES = { default: CODE_THEME, openapi: CODE_THEME };
type CodeThemes = Customization['styling']['codeTheme'];

/** Settings with the values of those that earlier versions did not store, and the list of page actions. */
const completed = (settings: Customization): Customization => ({
  ...settings,
  styling: {
    ...settings.styling,
    codeTheme: { ...DEFAULT_CODE_THEMES, ...(settings.styling.codeTheme as CodeThemes | undefined) },
  },
  socialAccounts: settings.socialAccounts ?? [],
  pageActions: { ...settings.pageActions, items: pageActionItems(settings) },
});

/** The settings of a site that has none stored. */
export const DEFAULT_CUSTOMIZATION = completed({
  ...defaultCustomization,
  styling: { ...defaultCustomization.styling, icons: 'regular', background: 'plain' },
  internationalization: { locale: 'en' },
  pdf: { enabled: true },
  ai: { mode: 'none' },
  advancedCustomization: { enabled: true },
  git: { showEditLink: false },
  privacyPolicy: {},
  socialPreview: {},
  insights: { trackingCookie: true },
} as Customization);

type Fields = Readonly<Record<string, unknown>>;
interface Groups extends Readonly<Record<string, Groups>> {}

// Groups of settings that are merged field by field; every other value is replaced as a whole.
const GROUPS: Groups = {
  styling: { sidebar: {}, codeTheme: {} },
  internationalization: {},
  header: {},
  footer: {},
  themes: {},
  pdf: {},
  feedback: {},
  git: {},
  externalLinks: {},
  pagination: {},
  trademark: {},
  privacyPolicy: {},
  socialPreview: {},
};

const merge = (below: Fields, above: Fields, groups: Groups): Fields =>
  Object.fromEntries([
    ...Object.entries(below),
    ...Object.entries(above).map(([name, value]) => [
      name,
      groups[name] ? merge((below[name] ?? {}) as Fields, value as Fields, groups[name]) : value,
    ]),
  ]);

const changed = (before: Fields, change: Fields, groups: Groups): Fields => {
  const fields = Object.entries(change).map(([name, value]): [string, unknown] => {
    const group = groups[name];
    if (!group) return [name, value];
    const inner = changed((before[name] ?? {}) as Fields, value as Fields, group);
    return [name, Object.keys(inner).length === 0 ? null : inner];
  });
  const all = Object.entries({ ...before, ...Object.fromEntries(fields) });
  return Object.fromEntries(all.filter(([, value]) => value !== null && value !== undefined));
};

/** Applies the overrides of a site space to the settings of its site. */
export const mergeCustomization = (site: Customization, override: Override = {}): Customization =>
  completed(merge(site as Fields, override as Fields, GROUPS) as Customization);

/** Applies a patch to the overrides of a site space; null removes an override. */
export const patchOverride = (before: Override, change: Override): Override =>
  changed(before as Fields, change as Fields, GROUPS) as Override;

/** The path of the first unsafe URL in settings, such as `javascript:`; undefined when there is none. */
export const findUnsafeLink = (value: unknown, path: string): string | undefined => {
  if (typeof value !== 'object' || value === null) return undefined;
  const { kind, url } = value as Fields;
  if (kind === 'url' && typeof url === 'string' && !isSafeUrl(url)) return `${path}.url`;
  for (const [name, inner] of Object.entries(value)) {
    const found = findUnsafeLink(inner, `${path}.${name}`);
    if (found !== undefined) return found;
  }
  return undefined;
};
