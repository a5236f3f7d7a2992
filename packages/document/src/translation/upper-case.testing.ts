import type { Term } from './terms.ts';
import { encodedSegments, translateMarkdown } from './write.ts';

/** A page as an engine translates it. */
export const translate = (
  markdown: string,
  engine: (text: string) => string,
  glossary: readonly Term[] = [],
) =>
  translateMarkdown(
    markdown,
    glossary,
    Object.fromEntries(encodedSegments(markdown, glossary).map(({ text }) => [text, engine(text)])),
  );

/** Upper case outside of tags and references. */
export const shout = (text: string): string =>
  text.replace(/(<[^>]*>|&[^;\s]+;)|[^<&]+/g, (part, tag: string | undefined) => tag ?? part.toUpperCase());
