const isAbsolute = /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i;

/** Whether an address has a scheme or a host, and so is outside of the repository. */
export const isAbsoluteUrl = (address: string): boolean => isAbsolute.test(address);

/** The folder of a file; '' at the top. */
export const folderOfFile = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/** The name of a file without its folder. */
export const nameOfFile = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Whether a file is the page of its folder. */
export const isFolderPage = (path: string): boolean =>
  /^(?:README|_?index)\.(?:mdx?|markdown)$/i.test(nameOfFile(path));

/** The files of a folder, other than its `README.md`, that an address of the folder can mean. */
export const indexFilesOf = (folder: string): readonly string[] =>
  ['readme.md', 'index.md', '_index.md', 'index.mdx', 'README.mdx'].map((name) =>
    folder === '' ? name : `${folder}/${name}`,
  );

/** Resolves a relative path from a folder; undefined if it is outside of the repository. */
export const joinPath = (folder: string, relative: string): string | undefined => {
  const path = relative.startsWith('/') || folder === '' ? [] : folder.split('/');
  for (const segment of relative.split('/')) {
    if (segment === '..' && path.pop() === undefined) return undefined;
    if (segment !== '' && segment !== '.' && segment !== '..') path.push(segment);
  }
  return path.join('/');
};

/** Folders whose files other systems put at the top of a site. */
const publicFolders = ['static', 'public'];

/** The paths that an address with a leading slash can mean. */
export const rootedPaths = (root: string, path: string): readonly string[] =>
  [root, ...[root, ''].flatMap((top) => publicFolders.map((folder) => `${top}/${folder}`))].flatMap(
    (folder) => joinPath('', `${folder}/${path}`) ?? [],
  );

/** The relative path of a file from a folder. */
export const relativePath = (folder: string, path: string): string => {
  const [from, to] = [folder === '' ? [] : folder.split('/'), path.split('/')];
  let shared = 0;
  while (shared < from.length && shared < to.length - 1 && from[shared] === to[shared]) shared++;
  return [...from.slice(shared).map(() => '..'), ...to.slice(shared)].join('/');
};

/** Whether a file is in a folder or below it. */
export const isWithin = (folder: string, path: string): boolean =>
  folder === '' || path.startsWith(`${folder}/`);

// Characters with a meaning in Markdown, HTML or URLs.
const unsafe = /[\s%#?()<>"'\\|`{}[\]^]/g;
/** The same without those that the hosted service leaves as they are. */
const unsafeInLinks = /[\t\n\f\r%#?<>"\\|`{}[\]^]/g;

const encode = (path: string, characters: RegExp): string => {
  const address = path.replace(characters, (character) =>
    [...new TextEncoder().encode(character)]
      .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
      .join(''),
  );
  return isAbsolute.test(address) ? `./${address}` : address;
};

/** Encodes a path as a URL. */
export const encodePath = (path: string): string => encode(path, unsafe);

/** Encodes a path as the address of a link, in which spaces, parentheses and single quotes are allowed. */
export const encodeLink = (path: string): string => encode(path, unsafeInLinks);

/** Whether a path is valid in every repository: relative, without empty or dot segments, and not in `.git`. */
export const isSafePath = (path: string): boolean =>
  path.length <= 1024 &&
  !path.includes('\\') &&
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are not allowed in paths
  !/[\u0000-\u001f\u007f]/.test(path) &&
  path.split('/').every((step) => step !== '' && step !== '.' && step !== '..' && !/^\.git$/i.test(step));

/** A name without the id that Notion adds to the names of pages. */
export const withoutNotionId = (name: string): string => name.replace(/ [\da-f]{32}$/, '');
