import { type ContentRef, stableRefs } from '@lectern/document';
import { directionOf, isRelativePath, refOf, safeUrl } from '@lectern/site';
import type { BookPage, BookTarget } from '../../../kernel/pdf-renderer.ts';
import type { Shrunk } from '../pictures.ts';
import { type Child, type Code, call, literal, Code as Made, words } from './typst.ts';

/** How much may be done in a place: footnotes and cells take no headings, headings no notes. */
export type Place = 'page' | 'small' | 'title';

/** What goes along while one page of a book is written. */
export interface Rendering {
  readonly page: Pick<BookPage, 'id' | 'depth' | 'targets'>;
  readonly language: string;
  /** How wide lines are, in points. */
  readonly place: Place;
  readonly pictureOf: (name: string) => Shrunk | undefined;
  /** The name of a place on the page that nothing was called by before. */
  readonly anchor: (id: unknown) => string | undefined;
  readonly blocks: (nodes: readonly unknown[] | undefined) => Code;
  readonly line: (nodes: readonly unknown[] | undefined) => Code;
  /** The same in another kind of place. */
  readonly within: (place: Place) => Rendering;
}

/** The name of a place in the book: made of ids that are ours, and of a number. */
export const labelOf = (page: string, anchor?: string): string =>
  anchor === undefined ? `p ${page}` : `p ${page} ${anchor}`;

/** A place that links lead to. */
export const marked = (label: string | undefined, content: Code): Code =>
  label === undefined ? content : new Made(`[#${content.source}#label(${literal(label)})]`);

// Longer ones are refused, and nobody writes them.
const LONGEST_URL = 2000;

/** Where a reference leads. */
export function targetOf(value: unknown, rendering: Rendering): BookTarget | undefined {
  const ref = refOf(value);
  if (!ref) return undefined;
  const known = rendering.page.targets[stableRefs.print(ref as ContentRef)];
  if (known) return known;
  if (ref.kind === 'anchor' && ref.page === undefined && ref.space === undefined)
    return { page: rendering.page.id, anchor: String(ref.anchor) };
  return ref.kind === 'url' && !isRelativePath(String(ref.url)) ? { href: String(ref.url) } : undefined;
}

/** An address that may stand in a PDF. */
export const addressOf = (href: string | undefined): string | undefined => {
  const safe = href === undefined ? undefined : safeUrl(href);
  return safe && safe.length <= LONGEST_URL && /^[a-z]+:/i.test(safe) ? safe : undefined;
};

/** Content that leads somewhere; as it stands where there is no such place. */
export function linked(target: BookTarget | undefined, content: Code, style = 'to'): Code {
  if (target?.page !== undefined) return call(`${style}-page`, {}, ...labels(target), content);
  const href = addressOf(target?.href);
  return href === undefined ? content : call(`${style}-url`, {}, new Made(literal(href)), content);
}

// The page itself is the next best place where the heading is not there.
const labels = ({ page, anchor }: BookTarget): readonly Code[] => [
  new Made(literal(labelOf(page!, anchor))),
  new Made(literal(labelOf(page!))),
];

const FIRST_LETTER = /\p{L}/u;
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** Which way a text is written; undefined where that is the way of the book. */
export function directionIn(text: string, language: string): 'ltr' | 'rtl' | undefined {
  const letter = FIRST_LETTER.exec(text)?.[0];
  if (letter === undefined) return undefined;
  const direction = RIGHT_TO_LEFT.test(letter) ? 'rtl' : 'ltr';
  return direction === directionOf(language) ? undefined : direction;
}

/** Content in the way that its text is written. */
export const directed = (content: Code, text: string, language: string): Code => {
  const direction = directionIn(text, language);
  return direction === undefined ? content : call('directed', {}, new Made(direction), content);
};

/** Words that stand for a picture that cannot be shown. */
export const missing = (alt: string | undefined): Child =>
  alt !== undefined && call('missing', {}, words(alt));
