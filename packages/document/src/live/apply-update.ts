import * as Y from 'yjs';
import { checkUpdate, RefusedUpdate } from './check-update.ts';
import { sharedPage } from './shared-blocks.ts';
import { isTooDeep } from './update-depth.ts';

/** Text that an update has removed, although nobody has deleted it, and the type that it was in. */
interface Orphans {
  /** Ids of letters, as `client:clock`. */
  readonly letters: ReadonlyMap<string, string>;
  readonly parents: ReadonlySet<Y.AbstractType<unknown>>;
}

type Decoded = ReturnType<typeof checkUpdate>;

const idOf = (client: number, clock: number): string => `${client}:${clock}`;

const isDeletedBy = ({ ds }: Decoded, client: number, clock: number): boolean =>
  Y.isDeleted(ds, Y.createID(client, clock));

/** The letters of a struct that the update itself does not delete. */
const keptLetters = (update: Decoded, { id, content }: Y.Item): readonly (readonly [string, string])[] =>
  content instanceof Y.ContentString
    ? [...Array(content.str.length).keys()].flatMap((at) =>
        isDeletedBy(update, id.client, id.clock + at)
          ? []
          : [[idOf(id.client, id.clock + at), content.str[at]!] as const],
      )
    : [];

/** Finds what a transaction has removed along with the block around it, because its author did not know of it. */
const findOrphans = (transaction: Y.Transaction, update: Decoded): Orphans => {
  const letters = new Map<string, string>();
  const parents = new Set<Y.AbstractType<unknown>>();
  Y.iterateDeletedStructs(transaction, transaction.deleteSet, (struct) => {
    if (!(struct instanceof Y.Item)) return;
    const kept = keptLetters(update, struct);
    if (kept.length > 0) parents.add(struct.parent as Y.AbstractType<unknown>);
    for (const [id, letter] of kept) letters.set(id, letter);
  });
  return { letters, parents };
};

/** The words of a block that is gone, in their order. */
const wordsIn = (type: Y.AbstractType<unknown>, letters: ReadonlyMap<string, string>): string => {
  let words = '';
  for (let item = type._start; item; item = item.right)
    for (let at = 0; at < item.length; at++)
      words += letters.get(idOf(item.id.client, item.id.clock + at)) ?? '';
  return words;
};

/** Where a block was at the top of the page. */
const placeOf = (type: Y.AbstractType<unknown>, page: Y.XmlFragment): number => {
  let item = type._item;
  while (item && item.parent !== page) item = (item.parent as Y.AbstractType<unknown>)._item;
  let place = 0;
  for (let left = item?.left; left; left = left.left)
    if (!left.deleted && left.countable) place += left.length;
  return item ? place : page.length;
};

/** The words that an update writes into a block of which nothing is left. */
const wordsOutside = (doc: Y.Doc, update: Decoded, known: ReadonlyMap<number, number>): string => {
  let words = '';
  for (const struct of update.structs) {
    if (!(struct instanceof Y.Item) || struct.id.clock < (known.get(struct.id.client) ?? 0)) continue;
    const structs = doc.store.clients.get(struct.id.client) ?? [];
    const found = structs[Y.findIndexSS(structs, struct.id.clock)];
    if (found instanceof Y.GC) for (const [, letter] of keptLetters(update, struct)) words += letter;
  }
  return words;
};

const paragraph = (words: string): Y.XmlText => {
  const line = new Y.XmlText();
  (line as unknown as Y.XmlElement).setAttribute('type', 'paragraph');
  line.insert(0, words);
  return line;
};

/**
 * Applies an update to a shared page. Yjs drops what one person writes into a block that another one deletes, or moves, at the same
 * moment: such words become a paragraph where the block was. Returns the update that adds them.
 */
export const applyUpdate = (doc: Y.Doc, update: Uint8Array): Uint8Array | undefined => {
  const decoded = checkUpdate(update);
  if (isTooDeep(doc, decoded.structs)) throw new RefusedUpdate('has too many blocks inside of each other');
  const known = new Map(decoded.structs.map(({ id: { client } }) => [client, Y.getState(doc.store, client)]));
  let gone: readonly { readonly words: string; readonly place: number }[] = [];
  const page = sharedPage(doc);
  const look = (transaction: Y.Transaction) => {
    // Observers may change the page in transactions of their own.
    if (transaction.local) return;
    const { letters, parents } = findOrphans(transaction, decoded);
    gone = [...parents].map((parent) => ({ words: wordsIn(parent, letters), place: placeOf(parent, page) }));
  };
  doc.on('afterTransaction', look);
  try {
    Y.applyUpdate(doc, update);
  } finally {
    doc.off('afterTransaction', look);
  }
  if (doc.store.pendingStructs || doc.store.pendingDs)
    throw new RefusedUpdate('depends on updates that do not exist');
  const outside = { words: wordsOutside(doc, decoded, known), place: page.length };
  const rescued = [...gone, outside]
    .filter(({ words }) => words.trim() !== '')
    .sort((a, b) => b.place - a.place);
  if (rescued.length === 0) return undefined;
  const before = Y.encodeStateVector(doc);
  doc.transact(() => {
    for (const { words, place } of rescued)
      page.insert(Math.min(place, page.length), [paragraph(words.trim())]);
  });
  return Y.encodeStateAsUpdate(doc, before);
};
