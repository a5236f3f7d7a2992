// Data files of published sites that are made of packages. The packages are large, and are needed for the build only.
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const require = createRequire(import.meta.url);

const STYLES = ['regular', 'solid', 'brands'];

/** Writes the free icons of Font Awesome: paths by style and name, and other names. */
const writeIcons = (folder) => {
  const file = require.resolve('@fortawesome/fontawesome-free/metadata/icon-families.json');
  const all = Object.entries(JSON.parse(readFileSync(file, 'utf8')));
  const shapesOf = (style) =>
    all.flatMap(([name, { svgs }]) => {
      const shape = svgs.classic?.[style];
      return shape ? [[name, [shape.width, shape.height, shape.path]]] : [];
    });
  const styles = STYLES.map((style) => [style, Object.fromEntries(shapesOf(style))]);
  const aliases = all.flatMap(([name, icon]) => (icon.aliases?.names ?? []).map((alias) => [alias, name]));
  const icons = { ...Object.fromEntries(styles), aliases: Object.fromEntries(aliases) };
  writeFileSync(path.join(folder, 'icons.json'), JSON.stringify(icons));
};

/** Copies the library that draws diagrams: one module for each kind of diagram. */
const copyDiagrams = (folder) => {
  const manifest = require.resolve('mermaid/package.json');
  const from = path.join(path.dirname(manifest), 'dist');
  const chunks = path.join('chunks', 'mermaid.esm.min');
  const to = path.join(folder, 'diagrams');
  mkdirSync(path.join(to, chunks), { recursive: true });
  const names = readdirSync(path.join(from, chunks)).filter((name) => name.endsWith('.mjs'));
  for (const name of ['mermaid.esm.min.mjs', ...names.map((chunk) => path.join(chunks, chunk))])
    copyFileSync(path.join(from, name), path.join(to, name));
  writeFileSync(path.join(to, 'version.txt'), JSON.parse(readFileSync(manifest, 'utf8')).version);
};

/** Writes the data files of published sites into the folder of the build. */
export const writeSiteFiles = (folder) => {
  writeIcons(folder);
  copyDiagrams(folder);
};
