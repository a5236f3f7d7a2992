import { type Claims, isVisible } from '../site/structure.ts';

// The API and @lectern/site type links differently.
const conditionOf = (link: object) => (link as { readonly condition?: string }).condition;

/** The customization for a visitor, without header links that are hidden from them. */
export const visibleCustomization = <
  Settings extends { readonly header: { readonly links: readonly object[] } },
>(
  settings: Settings,
  claims: Claims,
): Settings => {
  const { header } = settings;
  // The same object where nothing is conditional, which is the common case.
  if (!header.links.some(conditionOf)) return settings;
  const links = header.links
    .filter((link) => isVisible(conditionOf(link), claims))
    .map((link) => ({ ...link, condition: undefined }));
  return { ...settings, header: { ...header, links } };
};
