import { type ContentRef, stableRefs } from '@lectern/document';
import { directionOf, isRelativePath, refOf, safeUrl } from '@lectern/site';
import type { BookPage, BookTarget } from '../../../kernel/pdf-renderer.ts';
import type { ResizedPicture } from '../resize-picture.ts';
import { type Child, type Code, call, literal, Code as Made, words } from './typst.ts';

/** The kind of place: footnotes and cells cannot have headings, headings cannot have footnotes. */
export type Place = 'page' | 'small' | 'title';

/** The images of a book. */
export type Images = Pick<Rendering, 'pictureOf' | 'iconOf'>;

/** The context of rendering one page of a book. */
export interface Rendering {
  readonly page: Pick<BookPage, 'id' | 'depth' | 'targets'>;
  readonly language: string;
  readonly place: Place;
  readonly pictureOf: (name: string) => ResizedPicture | undefined;
  /** The SVG image of an icon. */
  readonly iconOf: (name: unknown) => string | undefined;
  /** Adds a label for an anchor; undefined if it exists already. */
  readonly anchor: (id: unknown) => string | undefined;
  readonly blocks: (nodes: readonly unknown[] | undefined) => Code;
  readonly line: (nodes: readonly unknown[] | undefined) => Code;
  /** The context of another kind of place. */
  readonly within: (place: Place) => Rendering;
}

/** The label of a page or of an anchor on it. */
export const labelOf = (page: string, anchor?: string): string =>
  anchor === undefined ? `p ${page}` : `p ${page} ${anchor}`;

/** Adds a label to content. */
export const marked = (label: string | undefined, content: Code): Code =>
  label === undefined ? content : new Made(`[#${content.source}#label(${literal(label)})]`);

// Longer URLs are not supported in PDFs.
const MAX_URL_LENGTH = 2000;

/** The target of a reference. */
export function targetOf(value: unknown, rendering: Rendering): BookTarget | undefined {
  const ref = refOf(value);
  if (!ref) return undefined;
  const known = rendering.page.targets[stableRefs.print(ref as ContentRef)];
  if (known) return known;
  if (ref.kind === 'anchor' && ref.page === undefined && ref.space === undefined)
    return { page: rendering.page.id, anchor: String(ref.anchor) };
  return ref.kind === 'url' && !isRelativePath(String(ref.url)) ? { href: String(ref.url) } : undefined;
}

/** The URL, if it is allowed in a PDF. */
export const addressOf = (href: string | undefined): string | undefined => {
  const safe = href === undefined ? undefined : safeUrl(href);
  return safe && safe.length <= MAX_URL_LENGTH && /^[a-z]+:/i.test(safe) ? safe : undefined;
};

/** Links content to a target, if there is one. */
export function linked(target: BookTarget | undefined, content: Code, style = 'to'): Code {
  if (target?.page !== undefined) return call(`${style}-page`, {}, ...labels(target), content);
  const href = addressOf(target?.href);
  return href === undefined ? content : call(`${style}-url`, {}, new Made(literal(href)), content);
}

// The page is the fallback if the anchor does not exist.
const labels = ({ page, anchor }: BookTarget): readonly Code[] => [
  new Made(literal(labelOf(page!, anchor))),
  new Made(literal(labelOf(page!))),
];

const FIRST_LETTER = /\p{L}/u;
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** The direction of a text; undefined if it is that of the book. */
export function directionIn(text: string, language: string): 'ltr' | 'rtl' | undefined {
  const letter = FIRST_LETTER.exec(text)?.[0];
  if (letter === undefined) return undefined;
  const direction = RIGHT_TO_LEFT.test(letter) ? 'rtl' : 'ltr';
  return direction === directionOf(language) ? undefined : direction;
}

/** Sets the direction of content by its text. */
export const directed = (content: Code, text: string, language: string): Code => {
  const direction = directionIn(text, language);
  return direction === undefined ? content : call('directed', {}, new Made(direction), content);
};

/** The alternative text of a missing picture. */
export const missing = (alt: string | undefined): Child =>
  alt !== undefined && call('missing', {}, words(alt));
