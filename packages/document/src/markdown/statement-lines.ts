import { startsHtml } from './raw-html.ts';

const name = String.raw`[\w$]+`;
const named = String.raw`\{[^{}]*\}`;
const all = String.raw`\*\s+as\s+${name}`;

/** A line that imports a module, and the module. */
export const importLine = new RegExp(
  String.raw`^import +(?:(?:type\s+)?(?:${name}|${all}|${named})(?:\s*,\s*(?:${all}|${named}))?\s+from\s+)?['"]([^'"]+)['"];?\s*$`,
);

/** What follows `export` in a statement; a sentence may begin with the same words. */
const exported = [
  String.raw`(?:const|let|var)\s+(?:${name}\s*(?::[^=]*)?=|[{[])`,
  String.raw`(?:default\s+)?(?:async\s+)?function\b[\s*]*(?:${name}\s*)?\(`,
  String.raw`(?:default\s+)?class\b[^.]*\{`,
  String.raw`default\s+(?:[{([<]|new\s|[A-Z][\w$.]*\s*$|[\w$.]+\s*(?:[;(]|=))`,
  String.raw`\{[^{}]*(?:$|\}\s*(?:;?\s*$|from\s+['"]))`,
  String.raw`\*\s+(?:as\s+${name}\s+)?from\s+['"]`,
];

/** A line that begins an export of a module. */
export const exportLine = new RegExp(`^export +(?:${exported.join('|')})`);

const component = /^<[A-Z](?=[\w.]*[a-z.])[\w.]*(?=[\s/>]|$)/;

/** Whether lines are a component with expressions; one on a line of its own may be HTML in a text. */
export const isComponent = (lines: readonly string[]): boolean =>
  component.test(lines[0]!) && !startsHtml(lines[0]!) && lines.some((line) => /=\{|^\s*\/>/.test(line));
