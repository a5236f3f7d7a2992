import { compareText } from '@lectern/document';

const MAX_COUNT = 255;
const FIRST_CAPACITY = 1024;

// A part of a longer string would keep all of it in memory.
const copyOf = (word: string): string => Buffer.from(word).toString();

/** A list of numbers that grows; several times as fast as an array of thousands of arrays. */
const createNumbers = () => {
  let numbers = new Uint32Array(FIRST_CAPACITY);
  let length = 0;
  return {
    push: (value: number): number => {
      if (length === numbers.length) {
        const larger = new Uint32Array(length * 2);
        larger.set(numbers);
        numbers = larger;
      }
      numbers[length] = value;
      return length++;
    },
    increment: (at: number): void => {
      numbers[at]!++;
    },
    all: (): Uint32Array => numbers.subarray(0, length),
  };
};

/** Collects the postings of words, numbered in the order in which they are found. */
export const createPostings = () => {
  const numbers = new Map<string, number>();
  const words: string[] = [];
  const isName: boolean[] = [];
  // By word: its newest posting, and the field of that.
  const newest: number[] = [];
  const newestFields: number[] = [];
  const [postedWords, fields, counts, positions] = [
    createNumbers(),
    createNumbers(),
    createNumbers(),
    createNumbers(),
  ];
  return {
    add: (word: string, field: number, position: number, isInName: boolean): void => {
      let number = numbers.get(word);
      if (number === undefined) {
        number = words.length;
        const own = copyOf(word);
        numbers.set(own, number);
        words.push(own);
        isName.push(false);
        newest.push(0);
        newestFields.push(-1);
      }
      if (isInName) isName[number] = true;
      if (newestFields[number] === field) {
        counts.increment(newest[number]!);
        return;
      }
      newestFields[number] = field;
      newest[number] = postedWords.push(number);
      fields.push(field);
      counts.push(1);
      positions.push(position);
    },

    /** The words in order, and their postings in the order of words and fields. */
    sorted: () => {
      const order = Uint32Array.from(words.keys()).sort((a, b) => compareText(words[a]!, words[b]!));
      const places = new Uint32Array(words.length);
      for (const [place, number] of order.entries()) places[number] = place;
      const posted = postedWords.all();
      const first = new Uint32Array(words.length + 1);
      for (const number of posted) first[places[number]! + 1]!++;
      for (let at = 1; at < first.length; at++) first[at]! += first[at - 1]!;
      const next = first.slice();
      const sorted = {
        words: Array.from(order, (number) => words[number]!),
        names: order.reduce<number[]>((names, number, place) => {
          if (isName[number]) names.push(place);
          return names;
        }, []),
        firstPostings: first,
        fields: new Uint32Array(posted.length),
        counts: new Uint8Array(posted.length),
        positions: new Uint32Array(posted.length),
      };
      const [allFields, allCounts, allPositions] = [fields.all(), counts.all(), positions.all()];
      for (let at = 0; at < posted.length; at++) {
        const to = next[places[posted[at]!]!]!++;
        sorted.fields[to] = allFields[at]!;
        sorted.counts[to] = Math.min(MAX_COUNT, allCounts[at]!);
        sorted.positions[to] = allPositions[at]!;
      }
      return sorted;
    },
  };
};
