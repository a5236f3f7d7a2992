/** A file with its path below the chosen folder. */
interface FolderFile {
  readonly webkitRelativePath: string;
}

// Hidden files, except those that configure a space.
const IS_HIDDEN = /(?:^|\/)(?:\.(?!gitbook(?:\.yaml|\/))|node_modules\/|__MACOSX\/|Thumbs\.db$)/;

/** The path of a file without the chosen folder; undefined if it is not imported. */
export const pathInFolder = ({ webkitRelativePath }: FolderFile): string | undefined => {
  const path = webkitRelativePath.slice(webkitRelativePath.indexOf('/') + 1);
  return IS_HIDDEN.test(path) ? undefined : path;
};

/** The name of the chosen folder. */
export const folderName = (files: readonly FolderFile[]): string =>
  files[0]?.webkitRelativePath.split('/')[0] ?? '';

/** A title for a space with imported content, from the name of a file or folder, or from a URL. */
export const titleFromSource = (source: string): string => {
  const url = URL.canParse(source) ? new URL(source) : undefined;
  const parts = url?.pathname.split('/').filter(Boolean) ?? [];
  const name = url
    ? /\.git$/.test(source) || url.hostname.includes('git')
      ? parts.at(-1)
      : url.hostname
    : source;
  const words = (name ?? url?.hostname ?? '')
    .replace(/\.(?:git|zip|md|markdown|html?|docx)$/i, '')
    .replaceAll(/[-_]+/g, ' ');
  const title = words.trim().slice(0, 50);
  return title === '' ? '' : title[0]!.toLocaleUpperCase() + title.slice(1);
};
