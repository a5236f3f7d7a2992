import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** An import of a file. */
export interface Import {
  readonly from: string;
  /** A package, or a file relative to the same folder as `from`. */
  readonly to: string;
  readonly typeOnly: boolean;
}

const IMPORT =
  /^(?:import|export)\s+(type\s)?[^'"`;]*?from\s+'([^']+)'|^import\s+'([^']+)'|\bimport\('([^']+)'\)/gm;

/** The TypeScript files below a folder, relative to it. */
export const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));

/** The imports of a file, which is relative to a folder. */
export const importsOf = (folder: string, file: string): Import[] =>
  [...readFileSync(path.join(folder, file), 'utf8').matchAll(IMPORT)].map(
    ([, type, named, bare, dynamic]) => {
      const target = (named ?? bare ?? dynamic)!;
      const to = target.startsWith('.') ? path.join(path.dirname(file), target) : target;
      return { from: file, to, typeOnly: type !== undefined };
    },
  );

/** Files of all packages that import each other in a cycle, type imports included. */
export const findCycles = (packages: string): string[][] => {
  const sources = new Set(filesBelow(packages).filter((file) => /^[^/]+\/src\//.test(file)));
  const importedFiles = (file: string) =>
    importsOf(packages, file)
      .map(({ to }) => to)
      .filter((target) => sources.has(target));
  return stronglyConnected(new Map([...sources].map((file) => [file, importedFiles(file)])));
};

/** Tarjan's algorithm: the components of a graph with more than one node. */
export const stronglyConnected = (edges: ReadonlyMap<string, readonly string[]>): string[][] => {
  const found: string[][] = [];
  const index = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const visit = (node: string): void => {
    index.set(node, index.size);
    lowest.set(node, index.get(node)!);
    stack.push(node);
    for (const next of edges.get(node) ?? []) {
      if (!index.has(next)) visit(next);
      if (stack.includes(next)) lowest.set(node, Math.min(lowest.get(node)!, lowest.get(next)!));
    }
    if (lowest.get(node) !== index.get(node)) return;
    const component = stack.splice(stack.indexOf(node));
    if (component.length > 1) found.push(component.sort());
  };
  for (const node of edges.keys()) if (!index.has(node)) visit(node);
  return found.sort((one, other) => one[0]!.localeCompare(other[0]!));
};
