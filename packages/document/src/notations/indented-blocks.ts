import { linesOfAdmonition, linesOfTabs } from './admonition.ts';
import { indented } from './colon-blocks.ts';
import { indentedContent, indentOf, isBlank, type ReadNotation } from './source-lines.ts';

const admonition = /^ *(!!!|\?{3}\+?) ?(?:([A-Za-z][\w-]*)((?: +[A-Za-z][\w-]*)*))?(?: *(?<= )"(.*)")?$/;
const tab = /^ *===([!+]*) +(?:"(.*)"|'(.*)')$/;

/** Reads `!!! note "Title"` and `???` with indented content, of MkDocs. */
export const readIndentedAdmonition: ReadNotation = (source, at) => {
  const line = source.lines[at]!.trimEnd();
  const [, mark, named, , title] = admonition.exec(line) ?? [];
  if (mark === undefined || (named === undefined && title === undefined)) return undefined;
  const { content, to } = indentedContent(source, at);
  if (content.length === 0) return undefined;
  const folding = mark === '!!!' ? undefined : mark === '???+' ? 'open' : 'closed';
  const made = {
    kind: named ?? 'note',
    title: title ?? '',
    folding,
    content: source.convert(content),
  } as const;
  return { to, lines: indented(linesOfAdmonition(made), indentOf(line)) };
};

/** Reads `=== "Title"` with indented content, and the tabs after it, of MkDocs. */
export const readContentTabs: ReadNotation = (source, at) => {
  const { lines, convert } = source;
  const indent = indentOf(lines[at]!);
  const tabs: { title: string; content: readonly string[] }[] = [];
  let to = at;
  for (let next = at; next < lines.length; ) {
    const [, flags, double, single] = tab.exec(lines[next]!.trimEnd()) ?? [];
    const isOther = tabs.length > 0 && flags?.includes('!');
    if (flags === undefined || isOther || indentOf(lines[next]!) !== indent) break;
    const found = indentedContent(source, next);
    if (found.content.length === 0) break;
    tabs.push({ title: double ?? single!, content: convert(found.content) });
    to = found.to;
    for (next = to; next < lines.length && isBlank(lines[next]!); ) next++;
  }
  return tabs.length === 0 ? undefined : { to, lines: indented(linesOfTabs(tabs), indent) };
};
