import type { ContentRef } from '../document.ts';

/** What a page is in a snapshot, besides its body, which is named by its hash. Absent fields are defaults. */
export interface PageRecord {
  readonly type: 'document' | 'group' | 'link' | 'computed';
  readonly parent: string | null;
  /** Its place among its siblings: text that sorts. */
  readonly position: string;
  readonly title: string;
  /** Absent for pages without a path: links and computed ones. */
  readonly slug?: string;
  /** Whether the slug was chosen by a person; others follow the title. */
  readonly slugIsChosen?: boolean;
  readonly body?: string;
  readonly description?: string;
  readonly emoji?: string;
  readonly icon?: string;
  readonly hidden?: boolean;
  readonly noIndex?: boolean;
  readonly noRobotsIndex?: boolean;
  readonly condition?: string;
  readonly linkTitle?: string;
  readonly layout?: Readonly<Record<string, unknown>>;
  readonly cover?: Readonly<Record<string, unknown>>;
  readonly variables?: Readonly<Record<string, VariableValue>>;
  readonly tags?: readonly unknown[];
  /** Where a link leads. */
  readonly target?: ContentRef;
  /** What a computed page is made from. */
  readonly computed?: Readonly<Record<string, unknown>>;
  /** The computed page that this one was made of: it changes with what that is made from. */
  readonly computedFrom?: string;
  readonly git?: { readonly oid: string; readonly path: string };
  /** Front matter that has no field of its own. */
  readonly more?: Readonly<Record<string, unknown>>;
  readonly createdAt: string;
  readonly updatedAt?: string;
}

/** A file of a snapshot; its bytes are named by their hash. */
export interface FileRecord {
  readonly name: string;
  readonly contentType: string;
  readonly size: number;
  readonly hash: string;
  readonly dimensions?: { readonly width: number; readonly height: number };
  readonly git?: { readonly oid: string; readonly path: string };
}

/** A piece of content that pages include. */
export interface ReusableRecord {
  readonly title: string;
  readonly body?: string;
  readonly git?: { readonly oid: string; readonly path: string };
}

/** The value of a variable. */
export type VariableValue = string | number | boolean;

// The keys of a snapshot. Children sort by position; positions that met in a merge, by page.
const ROOT = '-';

/** Where things are in a snapshot's map. */
export const keys = {
  page: (id: string) => `p/${id}`,
  child: (parent: string | null, position: string, id: string) => `c/${parent ?? ROOT}/${position}/${id}`,
  slug: (parent: string | null, slug: string) => `s/${parent ?? ROOT}/${slug}`,
  file: (id: string) => `f/${id}`,
  reusable: (id: string) => `r/${id}`,
  variable: (name: string) => `v/${name}`,
  /** A field of a thing on which a change request and its space disagree. */
  conflict: (kind: string, id: string, field: string) => `k/${kind}/${id}/${field}`,
  /** A path that a page once had. */
  previousPath: (path: string) => `x/${path}`,
} as const;

/** The first and the last key of a kind: what lies between. */
export const ranges = {
  pages: ['p/', 'p0'],
  children: (parent: string | null): readonly [string, string] => [
    `c/${parent ?? ROOT}/`,
    `c/${parent ?? ROOT}0`,
  ],
  files: ['f/', 'f0'],
  reusables: ['r/', 'r0'],
  variables: ['v/', 'v0'],
  conflicts: ['k/', 'k0'],
} as const;

/** The kind of a key and what it names. */
export const readKey = (key: string): { kind: string; id: string } => ({
  kind: key.slice(0, 1),
  id: key.slice(2),
});

/** The page of a child's key. */
export const pageOfChildKey = (key: string): string => key.slice(key.lastIndexOf('/') + 1);
