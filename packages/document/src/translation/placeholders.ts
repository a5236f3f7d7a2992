import { decodeXML } from 'entities';
import { escapeAttribute, escapeXml } from '../escape-xml.ts';
import type { Piece } from './segment.ts';
import { splitAtTerms, type Term } from './terms.ts';

/** The content of a placeholder: markup of the page, alone or around text, or a term of the glossary. */
export type Placeholder =
  | { readonly kind: 'mark'; readonly piece: Piece }
  | { readonly kind: 'pair'; readonly open: Piece; readonly close: Piece }
  | { readonly kind: 'term'; readonly term: Term };

/**
 * A segment as sent to translation engines: `<x id="n"/>` replaces markup, `<x id="n">…</x>` surrounds text. The
 * placeholder of a term contains its translation, `<x id="n" term="…"/>`, so that the sentence can agree with it.
 */
export interface EncodedSegment {
  readonly text: string;
  readonly placeholders: readonly Placeholder[];
  /** The distinct terms of the glossary in the text. */
  readonly terms: readonly Term[];
}

/** Encodes the pieces of a segment. */
export function encodeSegment(pieces: readonly Piece[], glossary: readonly Term[]): EncodedSegment {
  const placeholders: Placeholder[] = [];
  const terms = new Set<Term>();
  const open: { id: number; piece: Piece }[] = [];
  const add = (placeholder: Placeholder): number => placeholders.push(placeholder) - 1;
  const encodeText = (text: string): string =>
    splitAtTerms(text, glossary)
      .map((part) => {
        if (!part.term) return escapeXml(part.text);
        terms.add(part.term);
        const id = add({ kind: 'term', term: part.term });
        return `<x id="${id}" term="${escapeAttribute(part.term.translation)}"/>`;
      })
      .join('');
  const text = pieces
    .map((piece) => {
      if (piece.kind === 'text') return encodeText(piece.text);
      if (piece.kind === 'mark') return `<x id="${add({ kind: 'mark', piece })}"/>`;
      if (piece.kind === 'open') {
        // The closing piece is filled in when it is reached.
        const id = add({ kind: 'pair', open: piece, close: piece });
        open.push({ id, piece });
        return `<x id="${id}">`;
      }
      const { id, piece: opening } = open.pop()!;
      placeholders[id] = { kind: 'pair', open: opening, close: piece };
      return '</x>';
    })
    .join('');
  return { text, placeholders, terms: [...terms] };
}

/** A part of a decoded text: text, or a placeholder alone, its opening or its closing tag. */
export type Item =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'mark' | 'open' | 'close'; readonly id: number };

const tokens = /<x\s+id\s*=\s*["'](\d{1,6})["'](?:\s[^<>]*?)?(\/?)>|<\/x\s*>/gi;

/** Decodes a text; undefined if a placeholder is missing, duplicate, unknown or misplaced. */
export function decodeSegment(
  coded: string,
  placeholders: readonly Placeholder[],
): readonly Item[] | undefined {
  const items: Item[] = [];
  const seen = new Set<number>();
  const open: number[] = [];
  const addText = (raw: string): boolean => {
    if (raw !== '') items.push({ kind: 'text', text: decodeXML(raw).replace(/\s*[\r\n]\s*/g, ' ') });
    // Other tags were not in the request.
    return !/<\/?[A-Za-z]/.test(raw);
  };
  let at = 0;
  for (const found of coded.matchAll(tokens)) {
    if (!addText(coded.slice(at, found.index))) return undefined;
    at = found.index + found[0].length;
    if (found[1] === undefined) {
      const id = open.pop();
      if (id === undefined) return undefined;
      // An engine may return an empty element as a pair of tags.
      if (placeholders[id]!.kind === 'pair') items.push({ kind: 'close', id });
      else if (items.at(-1)?.kind !== 'mark' || (items.at(-1) as { id: number }).id !== id) return undefined;
      continue;
    }
    const id = Number(found[1]);
    const placeholder = placeholders[id];
    if (!placeholder || seen.has(id)) return undefined;
    seen.add(id);
    if (placeholder.kind === 'pair') {
      if (found[2]) return undefined;
      items.push({ kind: 'open', id });
    } else items.push({ kind: 'mark', id });
    if (!found[2]) open.push(id);
  }
  if (!addText(coded.slice(at)) || open.length > 0 || seen.size !== placeholders.length) return undefined;
  return items;
}

/** The placeholders of an encoded text, without their markup. */
const placeholdersIn = (coded: string): readonly Placeholder[] => {
  const placeholders: Placeholder[] = [];
  const nothing: Piece = { kind: 'mark', start: 0, end: 0, text: '' };
  for (const [, id, alone] of coded.matchAll(tokens))
    if (id !== undefined)
      placeholders[Number(id)] = alone
        ? { kind: 'mark', piece: nothing }
        : { kind: 'pair', open: nothing, close: nothing };
  return placeholders;
};

/** Whether a translation contains each placeholder of its source once, and is not empty. */
export function hasSamePlaceholders(sent: string, answer: string): boolean {
  // Pages cannot contain these characters.
  if (answer.includes('\0') || !answer.isWellFormed()) return false;
  const items = decodeSegment(answer, placeholdersIn(sent));
  const hasText = (list: readonly Item[] | undefined) =>
    list?.some((item) => item.kind === 'text' && item.text.trim() !== '') ?? false;
  return items !== undefined && (hasText(items) || !hasText(decodeSegment(sent, placeholdersIn(sent))));
}

/** Splits a long text after a sentence, or else at a space, without loss. */
const splitLong = (text: string, maxLength: number): readonly string[] => {
  if (text.length <= maxLength) return [text];
  const head = text.slice(0, maxLength);
  const sentence = Math.max(
    ...[...head.matchAll(/[.!?]\s+|[。！？]/g)].map(({ index, 0: end }) => index + end.length),
    0,
  );
  // Not inside a character reference or a surrogate pair.
  const at =
    sentence ||
    head.search(/\s\S*$/) + 1 ||
    head.replace(/(?:&[^;\s]*|[\uD800-\uDBFF])$/, '').length ||
    maxLength;
  return [text.slice(0, at), ...splitLong(text.slice(at), maxLength)];
};

/** Splits an encoded text at its placeholders into runs of text, and joins their translations again. */
export function splitEncoded(
  coded: string,
  maxLength = Number.POSITIVE_INFINITY,
): {
  readonly runs: readonly string[];
  join(answers: readonly string[]): string;
} {
  const parts = coded
    .split(/(<x\s[^>]*>|<\/x>)/)
    .flatMap((part, at) => (at % 2 === 0 ? splitLong(part, maxLength) : [part]));
  const isRun = (part: string) => !/^<\/?x[\s>]/.test(part) && /\p{L}/u.test(decodeXML(part));
  const edges = (part: string) => [/^\s*/.exec(part)![0], /\s*$/.exec(part)![0]] as const;
  return {
    runs: parts.filter(isRun).map((part) => part.trim()),
    join: (answers) => {
      const left = [...answers];
      return parts
        .map((part) => {
          if (!isRun(part)) return part;
          const [before, after] = edges(part);
          return `${before}${left.shift()!.trim()}${after}`;
        })
        .join('');
    },
  };
}

/** An encoded text without the translations of its terms, for engines that do not use them. */
export const withoutGlossaryTerms = (coded: string): string =>
  coded.replace(/(<x id="\d+") term="[^"<>]*"\/>/g, '$1/>');

/** The readable text of an encoded text, with `…` for placeholders. */
export const encodedToPlainText = (coded: string): string =>
  decodeXML(coded.replace(/<x\s[^>]*\/>/g, '…').replace(/<\/?x[^>]*>/g, ''));

const words =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}]+(?:['’.-][\p{L}\p{N}]+)*/gu;

/** The number of translatable words of an encoded text. */
export const countEncodedWords = (coded: string): number =>
  decodeXML(coded.replace(/<[^>]*>/g, ' ')).match(words)?.length ?? 0;
