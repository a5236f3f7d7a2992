import type { Request } from '../api/operations.ts';

type Changes = Request<'POST', '/spaces/{spaceId}/content'>['body']['changes'][number];

/** The fields of a page that can be changed. */
export type PageChange = Omit<Extract<Changes, { readonly operation: 'update_page' }>, 'operation' | 'page'>;

/** The change of the title or the description of a page; a page without a description has none. */
export const lineChange = (name: 'title' | 'description', line: string): Pick<PageChange, typeof name> =>
  name === 'title' ? { title: line } : { description: line === '' ? null : line };

/** A page with its settings. */
export interface PageContent {
  readonly id: string;
  readonly title: string;
  readonly linkTitle?: string;
  readonly emoji?: string;
  readonly icon?: string;
  readonly description?: string;
  readonly slug?: string;
  readonly path?: string;
  readonly hidden?: boolean;
  readonly noIndex?: boolean;
  readonly noRobotsIndex?: boolean;
  readonly condition?: string;
  readonly cover?: PageCover;
  readonly layout?: Readonly<Record<string, unknown>>;
  readonly tags?: readonly { readonly tag: { readonly tag: string } }[];
  readonly variables?: Readonly<Record<string, unknown>>;
  readonly documentId?: string;
  readonly document?: unknown;
}

/** The picture at the top of a page. */
export interface PageCover {
  readonly ref?: unknown;
  readonly refDark?: unknown;
  readonly yPos?: number;
  readonly height?: number;
}

/** The names of the tags of a page. */
export const tagNames = ({ tags = [] }: Pick<PageContent, 'tags'>): readonly string[] =>
  tags.map(({ tag }) => tag.tag);

/** The tags in a text, which separates them by commas. */
export const tagsIn = (text: string): NonNullable<PageContent['tags']> =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
    .map((tag) => ({ tag: { tag } }));

const TEXTS = ['linkTitle', 'description', 'emoji', 'icon', 'slug', 'condition'] as const;
const FLAGS = ['hidden', 'noIndex', 'noRobotsIndex'] as const;

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The fields that differ between two states of the settings; null removes a field. */
export const changedFields = (before: PageContent, after: PageContent): PageChange => {
  const change: Record<string, unknown> = {};
  if (after.title.trim() !== before.title && after.title.trim() !== '') change.title = after.title.trim();
  for (const name of TEXTS) {
    const [was, is] = [before[name] ?? '', (after[name] ?? '').trim()];
    if (was !== is) change[name] = is === '' ? null : is;
  }
  for (const name of FLAGS)
    if ((before[name] ?? false) !== (after[name] ?? false)) change[name] = after[name] ? true : null;
  if (!isSame(before.cover ?? null, after.cover ?? null)) change.cover = after.cover ?? null;
  if (!isSame(before.layout ?? {}, after.layout ?? {})) change.layout = after.layout ?? null;
  if (!isSame(before.variables ?? {}, after.variables ?? {})) change.variables = after.variables ?? null;
  const [tagsBefore, tagsAfter] = [tagNames(before), tagNames(after)];
  if (!isSame(tagsBefore, tagsAfter)) change.tags = tagsAfter.length > 0 ? tagsAfter : null;
  return change as PageChange;
};
