import type { Request, Response } from '../../api/operations.ts';
import type { SITE } from '../queries.ts';

/** The customization of a site as it is stored. */
export type Customization = Response<'GET', `${typeof SITE}/customization`>;

/** The customization of a site as it is sent. */
export type CustomizationInput = Request<'PUT', `${typeof SITE}/customization`>['body'];

/** An action of pages. */
export type PageAction = Customization['pageActions']['items'][number];

/** A link to content or to another address. */
export type ContentLink = NonNullable<Customization['footer']['groups'][number]['links'][number]>;

/** Changes some fields of a group of settings. */
export type Change = <Group extends keyof Customization>(
  group: Group,
  fields: Partial<NonNullable<Customization[Group]>>,
) => void;

/** The settings with some fields of a group changed. */
export const withFields = <Group extends keyof Customization>(
  settings: Customization,
  group: Group,
  fields: Partial<NonNullable<Customization[Group]>>,
): Customization => ({ ...settings, [group]: { ...(settings[group] as object), ...fields } });

/** The settings with the switches that follow from the list of page actions, as the server sets them. */
export const withActions = (settings: Customization): Customization => {
  const { items } = settings.pageActions;
  return {
    ...settings,
    pdf: { enabled: items.includes('pdf') },
    git: { showEditLink: items.includes('git') },
    pageActions: {
      ...settings.pageActions,
      externalAI: items.includes('external-ai'),
      markdown: items.includes('markdown'),
      mcp: items.includes('mcp'),
    },
  };
};

/** The list of page actions with one switched on or off. */
export const withAction = (items: readonly PageAction[], action: PageAction, isOn: boolean): PageAction[] =>
  isOn ? [...items, action] : items.filter((each) => each !== action);

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Settings without fields that were emptied, which the server would refuse: addresses, colors and announcements. */
export const forSaving = (settings: Customization): CustomizationInput => {
  const cleaned = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(cleaned);
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value)
        .filter(([, each]) => each !== undefined)
        .map(([name, each]) => [name, cleaned(each)]),
    );
  };
  const { announcement, title, socialPreview, privacyPolicy, header, footer, ...rest } = settings;
  const withLogo = <Part extends { readonly logo?: { readonly light: string; readonly dark: string } }>(
    part: Part,
  ): Part => (part.logo?.light ? part : { ...part, logo: undefined });
  const { copyright, ...footerRest } = withLogo(footer);
  return cleaned({
    ...rest,
    ...(title?.trim() && { title: title.trim() }),
    ...(announcement?.message && { announcement }),
    socialPreview: socialPreview.url ? socialPreview : {},
    privacyPolicy: privacyPolicy.url ? privacyPolicy : {},
    header: withLogo(header),
    footer: { ...footerRest, ...(copyright && { copyright }) },
  }) as CustomizationInput;
};

// Fonts without a package: readers who have them on their device see them.
const NOT_SERVED: readonly string[] = ['ABCFavorit', 'Ubuntu', 'FiraSans'];

/** The names of the fonts of a site that the server sends. */
export const servedFonts = ({ styling }: Customization): readonly string[] =>
  [styling.font, styling.monospaceFont].filter(
    (font): font is Extract<typeof font, string> => typeof font === 'string' && !NOT_SERVED.includes(font),
  );
