import { parse as parseToml } from 'smol-toml';
import { printProperties } from '../properties.ts';

const formats: readonly (readonly [block: RegExp, parse: (source: string) => unknown])[] = [
  [/^\uFEFF?\+\+\+[ \t]*\r?\n([\s\S]*?)(?:^|\r?\n)\+\+\+[ \t]*(?:\r?\n|$)/, parseToml],
  [/^\uFEFF?(\{[ \t]*\r?\n[\s\S]*?\r?\n\})[ \t]*(?:\r?\n|$)/, (source) => JSON.parse(source) as unknown],
];

const MAX_LENGTH = 50_000;

/** The page file with its front matter as YAML, if it is TOML or JSON as in Hugo; invalid front matter is text. */
export const withYamlFrontMatter = (source: string): string => {
  for (const [block, parse] of formats) {
    const [all = '', written = ''] = block.exec(source) ?? [];
    if (all === '' || written.length > MAX_LENGTH) continue;
    try {
      // Dates become texts.
      const properties = JSON.parse(JSON.stringify(parse(written))) as Record<string, unknown>;
      const yaml = printProperties(properties, undefined) ?? '';
      return `---\n${yaml}${yaml === '' ? '' : '\n'}---\n${source.slice(all.length)}`;
    } catch {
      return source;
    }
  }
  return source;
};
