import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root folder of the repository. */
export const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));

/** A Markdown file of the documentation. */
export interface DocsFile {
  /** Path from the root of the repository. */
  readonly path: string;
  readonly text: string;
}

/** A fenced block of code. */
interface Fence {
  readonly language: string;
  readonly code: string;
}

const FENCE = /^( *)```([\w-]*)[^\n]*\n([\s\S]*?)^\1```[ \t]*$/gm;

/** The documentation: the Markdown files at the root and below `docs/`. */
export const readDocsFiles = (): DocsFile[] => {
  const below = readdirSync(path.join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' });
  return [
    ...readdirSync(ROOT),
    ...below.map((name) => `docs/${name.replaceAll(path.sep, '/')}`),
    '.github/PULL_REQUEST_TEMPLATE.md',
  ]
    .filter((name) => name.endsWith('.md'))
    .map((name) => ({ path: name, text: readFileSync(path.join(ROOT, name), 'utf8') }));
};

/** The fenced blocks of a Markdown text, without the indentation of their fence. */
export const fencesIn = (text: string): Fence[] =>
  [...text.matchAll(FENCE)].map(([, indent, language, code]) => ({
    language: language!,
    code: code!.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  }));

const withoutFences = (text: string) => text.replaceAll(FENCE, '');

/** The inline code of a Markdown text. */
export const inlineCodeIn = (text: string): string[] =>
  [...withoutFences(text).matchAll(/`([^`\n]+)`/g)].map(([, code]) => code!);

/** The targets of links and images in a Markdown text. */
export const linksIn = (text: string): string[] =>
  [
    ...withoutFences(text)
      .replaceAll(/`[^`\n]+`/g, '')
      .matchAll(/\]\(<?([^)\s>]+)>?(?:\s+"[^"]*")?\)/g),
  ].map(([, target]) => target!);

/** The anchors of a Markdown text: its headings as GitHub names them, and elements with an id. */
export const anchorsIn = (text: string): Set<string> => {
  const anchors = new Set([...text.matchAll(/<a\s[^>]*id="([^"]+)"/g)].map(([, id]) => id!));
  for (const [, heading] of withoutFences(text).matchAll(/^#{1,6}\s+(.+?)\s*$/gm)) {
    const slug = heading!
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(/\s/g, '-');
    let free = slug;
    for (let count = 1; anchors.has(free); count++) free = `${slug}-${count}`;
    anchors.add(free);
  }
  return anchors;
};
