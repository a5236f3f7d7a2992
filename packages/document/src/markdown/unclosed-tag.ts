import { impliedEnds } from './implied-ends.ts';
import { isContainerTag, readTagLine } from './tags.ts';

/** A tag of a block without its partner. */
export interface UnclosedTag {
  /** Its line, from 1. */
  readonly line: number;
  readonly source: string;
  readonly isEnd: boolean;
}

const fence = /^[\s>]*(?:[*+-]\s+|\d+[.)]\s+)*(`{3,}|~{3,})/;
// Tags of blocks begin a line, or end one; others are text.
const tagLine = /^[\s>]*(?:[*+-]\s+|\d+[.)]\s+)*\{%/;
const endAtEnd = /\{%\s*end[\w-]+\s*%\}\s*$/;
const anyTag = /\{%[^{}]*%\}/g;

/** The tags of blocks in a text, outside of code. */
const tagsIn = (markdown: string): UnclosedTag[] => {
  let open: string | undefined;
  return markdown.split('\n').flatMap((text, at): UnclosedTag[] => {
    const mark = fence.exec(text)?.[1];
    if (open !== undefined) {
      if (mark?.startsWith(open)) open = undefined;
      return [];
    }
    open = mark;
    const found = tagLine.test(text) ? text.match(anyTag) : text.match(endAtEnd);
    return (found ?? []).flatMap((source) => {
      const { name, rest } = readTagLine(source.trim());
      const isEnd = name.startsWith('end') && rest === '';
      return isContainerTag(isEnd ? name.slice(3) : name)
        ? [{ line: at + 1, source: source.trim(), isEnd }]
        : [];
    });
  });
};

/** The first tag of a block that has no partner, so that it is kept as source. */
export function unclosedTag(markdown: string): UnclosedTag | undefined {
  const tags = tagsIn(markdown);
  const implied = impliedEnds(tags.map(({ source }) => source));
  const nameOf = ({ source, isEnd }: UnclosedTag) => readTagLine(source).name.slice(isEnd ? 3 : 0);
  const open: UnclosedTag[] = [];
  const alone: UnclosedTag[] = [];
  const close = (name: string): boolean => {
    const at = open.findLastIndex((tag) => nameOf(tag) === name);
    if (at >= 0) alone.push(...open.splice(at).slice(1));
    return at >= 0;
  };
  for (const [at, tag] of tags.entries()) {
    const item = implied.get(at);
    if (item !== undefined) close(item);
    if (!tag.isEnd) open.push(tag);
    else if (!close(nameOf(tag))) alone.push(tag);
  }
  return [...alone, ...open].sort((a, b) => a.line - b.line)[0];
}
