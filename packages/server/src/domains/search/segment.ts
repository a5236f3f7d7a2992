import { compareText, type Section } from '@lectern/document';
import { createPostings } from './postings.ts';
import { signatureOf } from './spelling.ts';
import { eachWord } from './tokenize.ts';

/** The kinds of fields of a page. */
export const FIELD = { title: 0, description: 1, heading: 2, text: 3 } as const;

/** The kinds of fields that name a page or a section, as bits. */
export const NAME_BITS = (1 << FIELD.title) | (1 << FIELD.heading);

// By kind of field.
const WEIGHTS = [4, 2, 2, 1] as const;
// BM25: how much the length of the text of a page counts.
const LENGTH_WEIGHT = 0.6;
const USUAL_LENGTH = 2500;

/** A page to index. */
export interface IndexedPage {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** The hash of its body. */
  readonly body: string | undefined;
  readonly sections: readonly Section[];
}

/**
 * An immutable index of some pages: for each word the fields that contain it, with the number of times and the first
 * position. A page has a title, a description, and a heading and a text for each section, as fields in this order.
 */
export interface Segment {
  readonly pageIds: readonly string[];
  readonly bodies: readonly (string | undefined)[];
  /** For each page whether conditions decide who reads parts of its text. */
  readonly conditional: readonly boolean[];
  /** The first field of each page, and the end. */
  readonly firstFields: Uint32Array;
  readonly fieldPages: Uint32Array;
  /** The kind of each field, as a bit. */
  readonly fieldBits: Uint8Array;
  /** How much an occurrence in each field counts; less in a long text. */
  readonly fieldWeights: Float32Array;
  /** The characters of the words of each field. */
  readonly fieldLengths: Uint32Array;
  /** In order. */
  readonly words: readonly string[];
  /** The stem of each word; empty for a stop word. */
  readonly stems: readonly string[];
  /** The numbers of the words in the order of their stems. */
  readonly byStem: Uint32Array;
  /** The first posting of each word, and the end. */
  readonly firstPostings: Uint32Array;
  readonly fields: Uint32Array;
  readonly counts: Uint8Array;
  readonly positions: Uint32Array;
  /** The words of titles and headings, and their signatures. */
  readonly names: Uint32Array;
  readonly signatures: Uint32Array;
  readonly bytes: number;
}

/** Returns the stems of words; empty ones for stop words. */
export type StemsOf = (words: readonly string[]) => Promise<readonly string[]>;

// Strings and their places in arrays and maps.
const BYTES_PER_WORD = 100;
const BYTES_PER_PAGE = 200;

/** Collects the pages of a segment. */
export const createSegmentBuilder = () => {
  const postings = createPostings();
  const pageIds: string[] = [];
  const bodies: (string | undefined)[] = [];
  const conditional: boolean[] = [];
  const firstFields: number[] = [];
  const fieldPages: number[] = [];
  const fieldBits: number[] = [];
  const fieldWeights: number[] = [];
  const fieldLengths: number[] = [];

  const addField = (kind: (typeof FIELD)[keyof typeof FIELD], text: string, factor = 1): void => {
    const field = fieldPages.length;
    const isName = ((1 << kind) & NAME_BITS) !== 0;
    let length = -1;
    eachWord(text, (word, position) => {
      length += word.length + 1;
      postings.add(word, field, position, isName);
    });
    fieldPages.push(pageIds.length);
    fieldBits.push(1 << kind);
    fieldWeights.push(WEIGHTS[kind] / factor);
    fieldLengths.push(Math.max(0, length));
  };

  return {
    add: ({ id, title, description, body, sections }: IndexedPage): void => {
      firstFields.push(fieldPages.length);
      addField(FIELD.title, title);
      addField(FIELD.description, description);
      const length = sections.reduce((sum, section) => sum + section.body.length, 0);
      const factor = 1 - LENGTH_WEIGHT + LENGTH_WEIGHT * (length / USUAL_LENGTH);
      for (const section of sections) {
        addField(FIELD.heading, section.title ?? '');
        addField(FIELD.text, section.body, factor);
      }
      pageIds.push(id);
      bodies.push(body);
      conditional.push(sections.some((section) => section.conditional === true));
    },

    build: async (stemsOf: StemsOf): Promise<Segment> => {
      const { words, names, ...sorted } = postings.sorted();
      const stems = await stemsOf(words);
      const byStem = Uint32Array.from(words.keys()).sort(
        (a, b) => compareText(stems[a]!, stems[b]!) || a - b,
      );
      return {
        pageIds,
        bodies,
        conditional,
        firstFields: Uint32Array.from([...firstFields, fieldPages.length]),
        fieldPages: Uint32Array.from(fieldPages),
        fieldBits: Uint8Array.from(fieldBits),
        fieldWeights: Float32Array.from(fieldWeights),
        fieldLengths: Uint32Array.from(fieldLengths),
        words,
        stems,
        byStem,
        ...sorted,
        names: Uint32Array.from(names),
        signatures: Uint32Array.from(names, (at) => signatureOf(words[at]!)),
        bytes:
          sorted.fields.length * 9 +
          fieldPages.length * 13 +
          words.length * BYTES_PER_WORD +
          pageIds.length * BYTES_PER_PAGE,
      };
    },
  };
};

/** The number of the section that a field of a page belongs to; negative for its title and description. */
export const sectionOfField = ({ firstFields }: Segment, page: number, field: number): number =>
  Math.floor((field - firstFields[page]! - 2) / 2);
