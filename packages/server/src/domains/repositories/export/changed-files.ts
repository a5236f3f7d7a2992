import { createRepositoryRefs, type PageFields, type RepositoryPaths, stableRefs } from '@lectern/document';

/** A page or reusable content to print as a file. */
export interface FileToPrint {
  readonly path: string;
  readonly body: string | undefined;
  readonly kind: 'page' | 'reusable';
  readonly fields: PageFields;
}

/** The files of a snapshot before they are printed. */
export interface UnprintedFiles {
  readonly toPrint: readonly FileToPrint[];
  readonly places: RepositoryPaths;
}

const ADDRESS = /\/(?:pages|files|reusable-contents)\/[\w-]+/g;
const WORD = /[\w-]+/g;

/** The links to all content from the top folder, by address. */
const linksByAddress = (places: RepositoryPaths): Map<string, string> => {
  const refs = createRepositoryRefs(places)('');
  return new Map(
    Object.values(places.targets).map((address) => [address, refs.print(stableRefs.parse(address, 'link'))]),
  );
};

/** The addresses of content that was added or removed, or that links reach in another way. */
const movedAddresses = (before: RepositoryPaths, now: RepositoryPaths): ReadonlySet<string> => {
  const [old, current] = [linksByAddress(before), linksByAddress(now)];
  return new Set([...old.keys(), ...current.keys()].filter((each) => old.get(each) !== current.get(each)));
};

/** Whether the printed file is the same, if all links in it are. */
const isSameContent = (file: FileToPrint, previous: FileToPrint | undefined): boolean =>
  previous !== undefined &&
  file.kind === previous.kind &&
  file.body === previous.body &&
  JSON.stringify(file.fields) === JSON.stringify(previous.fields);

/**
 * The paths of files that two snapshots may print differently: those with other content, and those that link to content
 * that has moved. Bodies are read only if some has.
 */
export const changedFiles = async (
  before: UnprintedFiles,
  now: UnprintedFiles,
  bodiesOf: (files: readonly FileToPrint[]) => AsyncIterable<{
    readonly group: readonly FileToPrint[];
    readonly bodies: ReadonlyMap<string, string>;
  }>,
): Promise<ReadonlySet<string>> => {
  const previous = new Map(before.toPrint.map((file) => [file.path, file]));
  const isSame = (file: FileToPrint) => isSameContent(file, previous.get(file.path));
  const changed = new Set(now.toPrint.filter((file) => !isSame(file)).map(({ path }) => path));
  const moved = movedAddresses(before.places, now.places);
  if (moved.size === 0) return changed;
  const ids = new Set([...moved].map((address) => address.slice(address.lastIndexOf('/') + 1)));
  const linksToMoved = ({ body, fields }: FileToPrint, bodies: ReadonlyMap<string, string>): boolean =>
    (bodies.get(body ?? '')?.match(ADDRESS) ?? []).some((address) => moved.has(address)) ||
    (JSON.stringify(fields).match(WORD) ?? []).some((word) => ids.has(word));
  for await (const { group, bodies } of bodiesOf(now.toPrint.filter(({ path }) => !changed.has(path))))
    for (const file of group) if (linksToMoved(file, bodies)) changed.add(file.path);
  return changed;
};
