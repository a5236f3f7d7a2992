const isElsewhere = /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i;

/** Whether an address leads out of the repository by itself: it names a scheme or a host. */
export const leadsElsewhere = (address: string): boolean => isElsewhere.test(address);

/** The folder that a file stands in; '' at the top. */
export const folderOfFile = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/** The name of a file without its folder. */
export const nameOfFile = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** The path that a relative one means from a folder; undefined where it leads out of the repository. */
export const joinPath = (folder: string, relative: string): string | undefined => {
  const path = relative.startsWith('/') || folder === '' ? [] : folder.split('/');
  for (const segment of relative.split('/')) {
    if (segment === '..' && path.pop() === undefined) return undefined;
    if (segment !== '' && segment !== '.' && segment !== '..') path.push(segment);
  }
  return path.join('/');
};

/** How a file is named from a folder. */
export const relativePath = (folder: string, path: string): string => {
  const [from, to] = [folder === '' ? [] : folder.split('/'), path.split('/')];
  let shared = 0;
  while (shared < from.length && shared < to.length - 1 && from[shared] === to[shared]) shared++;
  return [...from.slice(shared).map(() => '..'), ...to.slice(shared)].join('/');
};

/** Whether a file stands in a folder or below it. */
export const isWithin = (folder: string, path: string): boolean =>
  folder === '' || path.startsWith(`${folder}/`);

// What would end an address in Markdown or in HTML, or begin something else in it.
const unsafe = /[\s%#?()<>"'\\|`{}[\]^]/g;

/** A path as an address. */
export const addressOfPath = (path: string): string => {
  const address = path.replace(unsafe, (character) =>
    [...new TextEncoder().encode(character)]
      .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
      .join(''),
  );
  return isElsewhere.test(address) ? `./${address}` : address;
};

/** The path that an address names; what is no encoded text stays as written. */
export const pathOfAddress = (address: string): string => {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
};

/** Whether a path can stand in every repository: relative, without empty or dotted steps, and not in git's own folder. */
export const isSafePath = (path: string): boolean =>
  path.length <= 1024 &&
  !path.includes('\\') &&
  // biome-ignore lint/suspicious/noControlCharactersInRegex: none of them may be in a path
  !/[\u0000-\u001f\u007f]/.test(path) &&
  path.split('/').every((step) => step !== '' && step !== '.' && step !== '..' && !/^\.git$/i.test(step));
