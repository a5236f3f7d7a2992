import type { Random } from './random.ts';

/** A block as an atom: its words name the block that they belong to, whoever wrote them. */
export interface Atom {
  /** `b` for a block of the base, `o` and `t` for those that our or their side added, with a number. */
  readonly block: string;
  readonly words: readonly string[];
  /** The hint that a side moved it into. */
  readonly hint?: number;
}

/** A sequence of blocks, and what two sides made of it. */
export interface AtomMerge {
  readonly base: readonly Atom[];
  readonly ours: readonly Atom[];
  readonly theirs: readonly Atom[];
}

/** A change of a side to its sequence. */
export type AtomChange =
  | 'edit'
  | 'rewrite'
  | 'rewrite beside'
  | 'move'
  | 'move and edit'
  | 'split'
  | 'join'
  | 'move into a hint'
  | 'move between hints'
  | 'delete'
  | 'insert';

/** All changes of blocks with several words. */
export const ATOM_CHANGES: readonly AtomChange[] = [
  'edit',
  'rewrite',
  'rewrite beside',
  'move',
  'move',
  'move and edit',
  'split',
  'join',
  'delete',
  'insert',
];

/** The number of hints at the end of a sequence. */
export const HINTS = 2;

/** The atoms of each hint. */
export const atomsInHints = (atoms: readonly Atom[]): Atom[][] =>
  Array.from({ length: HINTS }, (_, at) => atoms.filter(({ hint }) => hint === at));

interface Options {
  readonly size: number;
  readonly edits: readonly [ours: number, theirs: number];
  readonly changes: readonly AtomChange[];
  /** The words of a block. */
  readonly length: number;
  /** Whether blocks of the base may be in a hint. */
  readonly usesHints?: boolean | undefined;
}

const splitAtom = (atom: Atom, at: number): Atom[] => [
  { ...atom, words: atom.words.slice(0, at) },
  { ...atom, words: atom.words.slice(at) },
];

const joinAtoms = (atoms: readonly Atom[]): Atom => ({
  block: atoms[0]!.block,
  words: atoms.flatMap(({ words }) => words),
});

/** Two sides that each made changes of their own to a sequence. */
export const writeAtoms = (
  random: Random,
  { size, edits, changes, length, usesHints = false }: Options,
): AtomMerge => {
  let count = 0;
  const word = (block: string) => `${block}z${count++}`;
  const write = (block: string): Atom => ({
    block,
    words: Array.from({ length }, () => word(block)),
  });
  const somewhere = (atom: Atom): Atom => {
    const hint = random.below(HINTS + 1);
    const { hint: _, ...outside } = atom;
    return hint === HINTS ? outside : { ...outside, hint };
  };
  const base = Array.from({ length: size }, (_, at) => {
    const atom = write(`b${at}`);
    return usesHints ? somewhere(atom) : atom;
  });
  const changed = (letter: string, number: number): Atom[] => {
    const now = [...base];
    // A rewritten block is known by its place only: a side that rewrites does not move.
    const omitted = random.pick(['move', 'rewrite']);
    const own = changes.filter((change) => !change.startsWith(omitted));
    const touched = new Set<string>();
    for (let made = 0; made < number; made++) {
      const change = random.pick(own);
      const at = random.below(now.length);
      const atom = now[at];
      if (change === 'insert' || atom === undefined) {
        now.splice(random.below(now.length + 1), 0, write(`${letter}${made}`));
        continue;
      }
      const next = now[at + 1];
      const changedBlocks = change === 'join' && next ? [atom, next] : [atom];
      if (changedBlocks.some(({ block }) => touched.has(block))) continue;
      for (const { block } of changedBlocks) touched.add(block);
      const edited: Atom = { ...atom, words: atom.words.with(random.below(length), word(atom.block)) };
      const beside = write(`${letter}${made}`);
      const moved = change === 'move' ? atom : edited;
      if (change === 'edit') now[at] = edited;
      else if (change === 'split') now.splice(at, 1, ...splitAtom(atom, 1 + random.below(length - 1)));
      else if (change === 'move into a hint') now[at] = { ...atom, hint: random.below(HINTS) };
      else if (change === 'move between hints') now[at] = somewhere(random.chance(0.7) ? atom : edited);
      else if (change === 'join') now.splice(at, 2, joinAtoms(changedBlocks));
      else if (change === 'rewrite') now[at] = write(atom.block);
      else if (change === 'rewrite beside')
        now.splice(
          at,
          1,
          ...(random.chance(0.5) ? [beside, write(atom.block)] : [write(atom.block), beside]),
        );
      else now.splice(at, 1);
      if (change === 'move' || change === 'move and edit') now.splice(random.below(now.length + 1), 0, moved);
    }
    return now;
  };
  return { base, ours: changed('o', edits[0]), theirs: changed('t', edits[1]) };
};

/** A merged sequence: texts of blocks, and conflicts with the texts of both sides. */
export type MergedAtoms = readonly (
  | string
  | { readonly primary: readonly string[]; readonly changed: readonly string[] }
)[];

/** What a merge of atoms did wrong: the kind of fault, and where. */
export interface AtomFault {
  readonly fault: 'lost' | 'doubled' | 'deletion lost' | 'version outside of its conflict';
  readonly what: string;
}

const WORD = /[bot]\d+z\d+/g;
const wordsIn = (texts: readonly string[]): string[] => texts.flatMap((text) => text.match(WORD) ?? []);
const blocksIn = (texts: readonly string[]): Set<string> =>
  new Set(wordsIn(texts).map((word) => word.slice(0, word.indexOf('z'))));

/**
 * The faults of a merge. Each block is in the result once, in one place or in one conflict, whose sides have the versions of both;
 * no written word is lost, and no deleted block stays without a conflict. `ours` is the primary side.
 */
export const atomFaults = ({ base, ours, theirs }: AtomMerge, merged: MergedAtoms): AtomFault[] => {
  const faults: AtomFault[] = [];
  const outside = merged.filter((part) => typeof part === 'string');
  const conflicts = merged.filter((part) => typeof part !== 'string');
  const there = new Set(
    wordsIn([...outside, ...conflicts.flatMap(({ primary, changed }) => [...primary, ...changed])]),
  );
  const wordsOf = (atoms: readonly Atom[]) => new Set(atoms.flatMap(({ words }) => words));
  const [was, mine, others] = [wordsOf(base), wordsOf(ours), wordsOf(theirs)];
  const isKept = (word: string) => (was.has(word) ? mine.has(word) && others.has(word) : true);
  for (const word of new Set([...mine, ...others]))
    if (isKept(word) && !there.has(word)) faults.push({ fault: 'lost', what: word });

  const places = new Map<string, number>();
  const count = (texts: readonly string[]) => {
    for (const block of blocksIn(texts)) places.set(block, (places.get(block) ?? 0) + 1);
  };
  for (const text of outside) count([text]);
  for (const { primary, changed } of conflicts) count([...primary, ...changed]);
  // Only a block that a side split has several places, with exactly the words of that side.
  const wordsOfBlock = (block: string, words: Iterable<string>) =>
    [...words].filter((word) => word.startsWith(`${block}z`)).toSorted();
  const isSplit = (block: string) => {
    const now = wordsOfBlock(
      block,
      wordsIn(merged.flatMap((part) => (typeof part === 'string' ? [part] : []))),
    );
    const isInConflict = conflicts.some((part) => blocksIn([...part.primary, ...part.changed]).has(block));
    return !isInConflict && [mine, others].some((side) => `${wordsOfBlock(block, side)}` === `${now}`);
  };
  for (const [block, times] of places)
    if (times > 1 && !isSplit(block)) faults.push({ fault: 'doubled', what: block });
  for (const { primary, changed } of conflicts)
    for (const side of [primary, changed])
      if (new Set(wordsIn(side)).size < wordsIn(side).length)
        faults.push({ fault: 'doubled', what: side.join(' ') });

  const [left, kept] = [ours, theirs].map((side) => blocksIn(side.flatMap(({ words }) => words))) as [
    Set<string>,
    Set<string>,
  ];
  // A block that one side deleted and the other rewrote is gone too.
  const standing = new Set(wordsIn(outside));
  for (const { block, words } of base)
    if (words.some((word) => standing.has(word)) && !(left.has(block) && kept.has(block)))
      faults.push({ fault: 'deletion lost', what: block });
  for (const { primary, changed } of conflicts) {
    const [first, second] = [blocksIn(primary), blocksIn(changed)];
    for (const [here, there, versions] of [
      [first, second, kept],
      [second, first, left],
    ] as const)
      for (const block of here)
        if (block.startsWith('b') && versions.has(block) && !there.has(block))
          faults.push({ fault: 'version outside of its conflict', what: block });
  }
  return faults;
};
