import type { RenderContext, Token } from '../../../../site/src/document/context.ts';
import { lineMark, marksIn, withoutMarks } from './marks.ts';

type Highlight = NonNullable<RenderContext['highlight']>;
type Line = readonly Token[];

/** The tokens of a line with the marks of its text between them. */
const withMarks = (tokens: Line, text: string): Token[] => {
  const { marks } = marksIn(text);
  const out: Token[] = [];
  let at = 0;
  let next = 0;
  const addMarks = (until: number) => {
    while (next < marks.length && marks[next]!.at <= until) out.push({ text: marks[next++]!.mark });
  };
  for (const token of tokens) {
    let rest = token.text;
    addMarks(at);
    while (next < marks.length && marks[next]!.at < at + rest.length) {
      const length = marks[next]!.at - at;
      out.push({ ...token, text: rest.slice(0, length) });
      rest = rest.slice(length);
      at += length;
      addMarks(at);
    }
    out.push({ ...token, text: rest });
    at += rest.length;
  }
  addMarks(Number.POSITIVE_INFINITY);
  return out;
};

/** Highlights code in which changes are marked: both versions are highlighted as they are, then the marks are put back. */
export const highlightMarked =
  (highlight: Highlight): Highlight =>
  (code, syntax) => {
    const { plain, marks } = marksIn(code);
    if (marks.length === 0) return highlight(plain, syntax);
    const lines = code.split('\n');
    const versionWithout = (kind: 'added' | 'removed') => {
      const kept = lines.filter((line) => lineMark(line) !== kind);
      return highlight(kept.map(withoutMarks).join('\n'), syntax);
    };
    const [before, after] = [versionWithout('added'), versionWithout('removed')];
    if (!before || !after) return undefined;
    let [old, now] = [0, 0];
    return lines.map((line) => {
      const kind = lineMark(line);
      const tokens = kind === 'removed' ? before[old] : after[now];
      if (kind !== 'added') old++;
      if (kind !== 'removed') now++;
      return withMarks(tokens ?? [{ text: withoutMarks(line) }], line);
    });
  };
