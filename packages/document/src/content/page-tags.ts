import { isRecord } from '../is-record.ts';
import type { PageNode } from './read.ts';
import { slugOf } from './slugs.ts';

/** A tag of a page. */
export interface PageTag {
  readonly tag: { readonly kind: 'tag'; readonly tag: string };
  readonly primary?: boolean;
}

/** A tag of a space, as its pages name it. */
export interface NamedTag {
  readonly slug: string;
  readonly label: string;
}

// `tags: [beta]`, `tags: [{ tag: beta, primary: true }]`, or with a reference instead of the name.
const nameOf = (entry: unknown): string | undefined => {
  const value = isRecord(entry) ? entry.tag : entry;
  const name = isRecord(value) && value.kind === 'tag' ? value.tag : value;
  return (typeof name === 'string' && name.trim() !== '') || typeof name === 'number'
    ? String(name).trim()
    : undefined;
};

/** The tags of a page; entries of another form are skipped, and each tag counts once. */
export const pageTags = (tags: readonly unknown[] = []): PageTag[] => {
  const found = new Map<string, PageTag>();
  for (const entry of tags) {
    const name = nameOf(entry);
    if (name === undefined || found.has(slugOf(name))) continue;
    const isPrimary = isRecord(entry) && entry.primary === true;
    found.set(slugOf(name), {
      tag: { kind: 'tag', tag: slugOf(name) },
      ...(isPrimary && { primary: true }),
    });
  }
  return [...found.values()];
};

/** The tags of a page after a change, by name or slug: a tag that it had stays as it was written. */
export const withTags = (before: readonly unknown[] = [], names: readonly string[]): unknown[] => {
  const written = new Map(
    before.flatMap((entry) => {
      const name = nameOf(entry);
      return name === undefined ? [] : [[slugOf(name), entry] as const];
    }),
  );
  const slugs = new Map(names.map((name) => [slugOf(name), name.trim()]));
  return [...slugs].map(([slug, name]) => written.get(slug) ?? name);
};

/** The tags of all pages, in the order of their first use. */
export const tagsOfPages = (pages: readonly PageNode[]): NamedTag[] => {
  const found = new Map<string, NamedTag>();
  const visit = (nodes: readonly PageNode[]): void => {
    for (const { page, children } of nodes) {
      for (const label of (page.tags ?? []).flatMap((entry) => nameOf(entry) ?? []))
        if (!found.has(slugOf(label))) found.set(slugOf(label), { slug: slugOf(label), label });
      visit(children);
    }
  };
  visit(pages);
  return [...found.values()];
};
