import type { ContentRef } from '../document.ts';

/** A page of a snapshot. Its body is stored by hash; absent fields have their defaults. */
export interface PageRecord {
  readonly type: 'document' | 'group' | 'link' | 'computed';
  readonly parent: string | null;
  /** Sorts the page among its siblings. */
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
  /** The target of a link. */
  readonly target?: ContentRef;
  /** The source of a computed page. */
  readonly computed?: Readonly<Record<string, unknown>>;
  /** The computed page that this page is generated from. */
  readonly computedFrom?: string;
  readonly git?: { readonly oid: string; readonly path: string };
  /** Whether the table of contents of its repository has it as a line without a link. */
  readonly isListedAsText?: boolean;
  /** Front matter without a field of its own, and values that its field cannot have. */
  readonly more?: Readonly<Record<string, unknown>>;
  /** The source of the front matter in its file: exports keep the lines whose values did not change. */
  readonly frontMatter?: string;
  readonly createdAt: string;
  readonly updatedAt?: string;
}

/** A file of a snapshot. Its bytes are stored by hash. */
export interface FileRecord {
  readonly name: string;
  readonly contentType: string;
  readonly size: number;
  readonly hash: string;
  readonly dimensions?: { readonly width: number; readonly height: number };
  readonly git?: { readonly oid: string; readonly path: string };
}

/** Content that pages include. */
export interface ReusableRecord {
  readonly title: string;
  readonly body?: string;
  readonly git?: { readonly oid: string; readonly path: string };
  /** The source of the front matter in its file, whose other keys exports keep. */
  readonly frontMatter?: string;
}

/** The value of a variable. */
export type VariableValue = string | number | boolean;

// Children sort by position, and by page where positions are equal after a merge.
const ROOT = '-';

/** Keys of the entries of a snapshot. */
export const keys = {
  page: (id: string) => `p/${id}`,
  child: (parent: string | null, position: string, id: string) => `c/${parent ?? ROOT}/${position}/${id}`,
  slug: (parent: string | null, slug: string) => `s/${parent ?? ROOT}/${slug}`,
  file: (id: string) => `f/${id}`,
  reusable: (id: string) => `r/${id}`,
  variable: (name: string) => `v/${name}`,
  /** A field with different values in a change request and its space. */
  conflict: (kind: string, id: string, field: string) => `k/${kind}/${id}/${field}`,
  /** A previous path of a page. */
  previousPath: (path: string) => `x/${path}`,
} as const;

/** The range of keys of each kind. */
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

/** The kind and the id in a key. */
export const readKey = (key: string): { kind: string; id: string } => ({
  kind: key.slice(0, 1),
  id: key.slice(2),
});

/** The page of a child's key. */
export const pageOfChildKey = (key: string): string => key.slice(key.lastIndexOf('/') + 1);
