import {
  type FileRecord,
  folderOfFile,
  nameOfFile,
  type PageNode,
  type ReusableRecord,
} from '@lectern/document';

/** Says of a text whether it may refer to something that came, went or became another thing since. */
export const movedMentions = (
  targets: Readonly<Record<string, string>>,
  tree: readonly PageNode[],
  files: ReadonlyMap<string, FileRecord>,
  reusables: ReadonlyMap<string, ReusableRecord>,
  readme: string,
): ((text: string) => boolean) => {
  const was = new Map<string, string>();
  for (const { id, page } of flattenedNodes(tree)) if (page.git) was.set(page.git.path, `/pages/${id}`);
  for (const [id, { git }] of files) if (git) was.set(git.path, `/files/${id}`);
  for (const [id, { git }] of reusables) if (git) was.set(git.path, `/reusable-contents/${id}`);
  const paths = new Set([...was.keys(), ...Object.keys(targets)]);
  const moved = [...paths].filter((path) => was.get(path) !== targets[path]);
  if (moved.length === 0) return () => false;
  if (moved.includes(readme)) return () => true;
  const names = new Set(
    moved.flatMap((path) => {
      const name = nameOfFile(path);
      const stem = name.replace(/\.\w+$/, '');
      return /^readme$/i.test(stem) ? [nameOfFile(folderOfFile(path)), name] : [stem];
    }),
  );
  return (text) => {
    const plain = text.includes('%') ? text + decodedOf(text) : text;
    for (const name of names) if (plain.includes(name)) return true;
    return false;
  };
};

const decodedOf = (text: string): string =>
  text.replace(/(?:%[0-9a-f]{2})+/gi, (run) => {
    try {
      return decodeURIComponent(run);
    } catch {
      return run;
    }
  });

/** All pages of a tree, each before those below it. */
export const flattenedNodes = (nodes: readonly PageNode[]): PageNode[] =>
  nodes.flatMap((node) => [node, ...flattenedNodes(node.children)]);
