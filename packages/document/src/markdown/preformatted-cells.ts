const fence = /^ {0,3}(`{3,}|~{3,})/;
const preformatted = /<pre\b[^<>]*>(?:(?!<pre\b)[\s\S])*?<\/pre>/gi;

/**
 * Writes the line endings of preformatted code in HTML tables as character references, where it has empty lines: an empty line
 * would end the table. The hosted service writes such cells.
 */
export function joinPreformattedCells(markdown: string): string {
  if (!markdown.includes('<pre') || !markdown.includes('<table')) return markdown;
  const lines = markdown.split('\n');
  const out: string[] = [];
  let open: string | undefined;
  /** The last line with the end of a table: without one, a table has no end. */
  const lastEnd = lines.findLastIndex((line) => line.includes('</table>'));
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!;
    const marks = fence.exec(line)?.[1];
    if (marks !== undefined && (open === undefined || marks.startsWith(open)))
      open = open === undefined ? marks : undefined;
    if (open !== undefined || at > lastEnd || !/^ *<table\b/.test(line)) {
      out.push(line);
      continue;
    }
    const start = at;
    while (!lines[at]!.includes('</table>')) at++;
    const table = lines.slice(start, at + 1).join('\n');
    out.push(
      table.replace(preformatted, (code) =>
        /\n[ \t]*\n/.test(code) ? code.replaceAll('\n', '&#xA;') : code,
      ),
    );
  }
  return out.join('\n');
}
