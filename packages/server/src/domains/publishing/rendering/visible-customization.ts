import { type Claims, isShown } from '../site/structure.ts';

// Whoever renders a header knows no conditions.
const conditionOf = (link: object) => (link as { readonly condition?: string }).condition;

/** Settings as somebody of whom this is known meets them: without the links of the header that are for others. */
export const looksFor = <Settings extends { readonly header: { readonly links: readonly object[] } }>(
  settings: Settings,
  claims: Claims,
): Settings => {
  const { header } = settings;
  // Mostly nothing is conditional, and what stays the same is kept.
  if (!header.links.some(conditionOf)) return settings;
  const links = header.links
    .filter((link) => isShown(conditionOf(link), claims))
    .map((link) => ({ ...link, condition: undefined }));
  return { ...settings, header: { ...header, links } };
};
