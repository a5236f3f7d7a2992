import {
  decodeUri,
  type FileRecord,
  folderOfFile,
  nameOfFile,
  type PageNode,
  type ReusableRecord,
} from '@lectern/document';
import { flattenTree } from '../flatten-tree.ts';

/** Content of a snapshot before an import. */
export interface ExistingContent {
  readonly tree: readonly PageNode[];
  readonly files: ReadonlyMap<string, FileRecord>;
  readonly reusables: ReadonlyMap<string, ReusableRecord>;
}

/** Makes a check whether a text may link to a path whose target was added, removed or replaced. */
export const createMovedLinkCheck = (
  targets: Readonly<Record<string, string>>,
  { tree, files, reusables }: ExistingContent,
  readme: string,
): ((text: string) => boolean) => {
  const previous = new Map<string, string>();
  for (const { id, page } of flattenTree(tree)) if (page.git) previous.set(page.git.path, `/pages/${id}`);
  for (const [id, { git }] of files) if (git) previous.set(git.path, `/files/${id}`);
  for (const [id, { git }] of reusables) if (git) previous.set(git.path, `/reusable-contents/${id}`);
  const paths = new Set([...previous.keys(), ...Object.keys(targets)]);
  const moved = [...paths].filter((path) => previous.get(path) !== targets[path]);
  if (moved.length === 0) return () => false;
  if (moved.includes(readme)) return () => true;
  const names = new Set(
    moved.flatMap((path) => {
      const name = nameOfFile(path);
      const stem = name.replace(/\.\w+$/, '');
      return /^(?:readme|index)$/i.test(stem) ? [nameOfFile(folderOfFile(path)), name] : [stem];
    }),
  );
  return (text) => {
    const searched = text.includes('%') ? text + withDecodedUrls(text) : text;
    for (const name of names) if (searched.includes(name)) return true;
    return false;
  };
};

const withDecodedUrls = (text: string): string => text.replace(/(?:%[0-9a-f]{2})+/gi, decodeUri);
