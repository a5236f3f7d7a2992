import type { Request } from '../../api/operations.ts';
import type { SITE } from '../queries.ts';
import { type Customization, forSaving } from './draft.ts';

/** The settings of a site space that differ from those of its site, as they are sent; null follows the site again. */
export type Override = Request<'PATCH', `${typeof SITE}/site-spaces/{siteSpaceId}/customization`>['body'];

type Fields = Readonly<Record<string, unknown>>;

// The settings that a site space can have of its own; groups are compared field by field.
const WHOLE = ['title', 'localizedTitle', 'favicon', 'announcement'];
const GROUPS = [
  'styling',
  'internationalization',
  'header',
  'footer',
  'themes',
  'pdf',
  'feedback',
  'git',
  'externalLinks',
  'pagination',
  'trademark',
  'privacyPolicy',
  'socialPreview',
];

const isEqual = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

const changedFields = (before: Fields, after: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(
    names
      .filter((name) => !isEqual(before[name], after[name]))
      .map((name) => [name, after[name] === undefined ? null : after[name]]),
  );

/** The changes of a draft to the settings of a site space. */
export const overrideOf = (stored: Customization, draft: Customization): Override => {
  const [before, after] = [forSaving(stored) as Fields, forSaving(draft) as Fields];
  const groups = GROUPS.flatMap((name) => {
    const [old, now] = [(before[name] ?? {}) as Fields, (after[name] ?? {}) as Fields];
    const fields = changedFields(old, now, [...new Set([...Object.keys(old), ...Object.keys(now)])]);
    return Object.keys(fields).length > 0 ? [[name, fields] as const] : [];
  });
  return { ...changedFields(before, after, WHOLE), ...Object.fromEntries(groups) } as Override;
};
