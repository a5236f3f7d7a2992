import { decodeXML } from 'entities';
import { escapeXml } from '../escape-xml.ts';
import type { Piece } from './segment.ts';
import { cutAtTerms, type Term } from './terms.ts';

/** What a number in a coded text stands for: markup of the page, alone or around others, or a term of the glossary. */
export type Placeholder =
  | { readonly kind: 'mark'; readonly piece: Piece }
  | { readonly kind: 'pair'; readonly open: Piece; readonly close: Piece }
  | { readonly kind: 'term'; readonly term: Term };

/**
 * A segment as engines are given it: `<x id="n"/>` stands for what is not theirs, `<x id="n">…</x>` for what is around words.
 * One that stands for a term says what will be put there, `<x id="n" term="…"/>`: a sentence has to fit it.
 */
export interface EncodedSegment {
  readonly text: string;
  readonly slots: readonly Placeholder[];
  /** The terms of the glossary that occur, each once. */
  readonly terms: readonly Term[];
}

/** Codes the pieces of a segment. */
export function encodeSegment(pieces: readonly Piece[], glossary: readonly Term[]): EncodedSegment {
  const slots: Placeholder[] = [];
  const terms = new Set<Term>();
  const open: { id: number; piece: Piece }[] = [];
  const add = (slot: Placeholder): number => slots.push(slot) - 1;
  const codeText = (text: string): string =>
    cutAtTerms(text, glossary)
      .map((part) => {
        if (!part.term) return escapeXml(part.text);
        terms.add(part.term);
        const id = add({ kind: 'term', term: part.term });
        return `<x id="${id}" term="${escapeXml(part.term.translation).replaceAll('"', '&quot;')}"/>`;
      })
      .join('');
  const text = pieces
    .map((piece) => {
      if (piece.kind === 'text') return codeText(piece.text);
      if (piece.kind === 'mark') return `<x id="${add({ kind: 'mark', piece })}"/>`;
      if (piece.kind === 'open') {
        // Its partner is known when it comes.
        const id = add({ kind: 'pair', open: piece, close: piece });
        open.push({ id, piece });
        return `<x id="${id}">`;
      }
      const { id, piece: opening } = open.pop()!;
      slots[id] = { kind: 'pair', open: opening, close: piece };
      return '</x>';
    })
    .join('');
  return { text, slots, terms: [...terms] };
}

/** A part of a coded text that was read: words, or a number alone, at its beginning or at its end. */
export type Item =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'mark' | 'open' | 'close'; readonly id: number };

const tokens = /<x\s+id\s*=\s*["'](\d{1,6})["'](?:\s[^<>]*?)?(\/?)>|<\/x\s*>/gi;

/** Reads a coded text; nothing where a number is missing, doubled, unknown or at a wrong place. */
export function decodeSegment(coded: string, slots: readonly Placeholder[]): readonly Item[] | undefined {
  const items: Item[] = [];
  const seen = new Set<number>();
  const open: number[] = [];
  const addText = (raw: string): boolean => {
    if (raw !== '') items.push({ kind: 'text', text: decodeXML(raw).replace(/\s*[\r\n]\s*/g, ' ') });
    // Any other tag is none that was sent.
    return !/<\/?[A-Za-z]/.test(raw);
  };
  let at = 0;
  for (const found of coded.matchAll(tokens)) {
    if (!addText(coded.slice(at, found.index))) return undefined;
    at = found.index + found[0].length;
    if (found[1] === undefined) {
      const id = open.pop();
      if (id === undefined) return undefined;
      // An engine may write what stands alone as a pair of tags.
      if (slots[id]!.kind === 'pair') items.push({ kind: 'close', id });
      else if (items.at(-1)?.kind !== 'mark' || (items.at(-1) as { id: number }).id !== id) return undefined;
      continue;
    }
    const id = Number(found[1]);
    const slot = slots[id];
    if (!slot || seen.has(id)) return undefined;
    seen.add(id);
    if (slot.kind === 'pair') {
      if (found[2]) return undefined;
      items.push({ kind: 'open', id });
    } else items.push({ kind: 'mark', id });
    if (!found[2]) open.push(id);
  }
  if (!addText(coded.slice(at)) || open.length > 0 || seen.size !== slots.length) return undefined;
  return items;
}

/** How many numbers a coded text has; they are counted from nought. */
const slotsIn = (coded: string): readonly Placeholder[] => {
  const slots: Placeholder[] = [];
  const nothing: Piece = { kind: 'mark', start: 0, end: 0, text: '' };
  for (const [, id, alone] of coded.matchAll(tokens))
    if (id !== undefined)
      slots[Number(id)] = alone
        ? { kind: 'mark', piece: nothing }
        : { kind: 'pair', open: nothing, close: nothing };
  return slots;
};

/** Whether an answer has all that was sent with the text, each once, and says something. */
export function hasSamePlaceholders(sent: string, answer: string): boolean {
  // What no page can hold.
  if (answer.includes('\0') || !answer.isWellFormed()) return false;
  const items = decodeSegment(answer, slotsIn(sent));
  const says = (list: readonly Item[] | undefined) =>
    list?.some((item) => item.kind === 'text' && item.text.trim() !== '') ?? false;
  return items !== undefined && (says(items) || !says(decodeSegment(sent, slotsIn(sent))));
}

/** Cuts a text that is too long after a sentence, or else at a space; all of it is in the parts. */
const cutLong = (text: string, most: number): readonly string[] => {
  if (text.length <= most) return [text];
  const head = text.slice(0, most);
  const sentence = Math.max(
    ...[...head.matchAll(/[.!?]\s+|[。！？]/g)].map(({ index, 0: end }) => index + end.length),
    0,
  );
  // Never in the middle of a reference or of a character.
  const at =
    sentence || head.search(/\s\S*$/) + 1 || head.replace(/(?:&[^;\s]*|[\uD800-\uDBFF])$/, '').length || most;
  return [text.slice(0, at), ...cutLong(text.slice(at), most)];
};

/** A coded text cut at its numbers: the runs of words between them, none longer than may be, with what stands around each. */
export function splitEncoded(
  coded: string,
  most = Number.POSITIVE_INFINITY,
): {
  readonly runs: readonly string[];
  join(answers: readonly string[]): string;
} {
  const parts = coded
    .split(/(<x\s[^>]*>|<\/x>)/)
    .flatMap((part, at) => (at % 2 === 0 ? cutLong(part, most) : [part]));
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

/** A coded text that does not say what its terms are called, for engines that would not read it. */
export const withoutGlossaryTerms = (coded: string): string =>
  coded.replace(/(<x id="\d+") term="[^"<>]*"\/>/g, '$1/>');

/** What a coded text says to people: its words, and a sign for what is not among them. */
export const encodedToPlainText = (coded: string): string =>
  decodeXML(coded.replace(/<x\s[^>]*\/>/g, '…').replace(/<\/?x[^>]*>/g, ''));

const words =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}]+(?:['’.-][\p{L}\p{N}]+)*/gu;

/** How many words a coded text has, without what is not translated. */
export const countEncodedWords = (coded: string): number =>
  decodeXML(coded.replace(/<[^>]*>/g, ' ')).match(words)?.length ?? 0;
