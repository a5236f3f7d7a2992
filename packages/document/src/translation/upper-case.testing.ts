import type { Term } from './terms.ts';
import { encodedSegments, translateMarkdown } from './write.ts';

/** Translates a page with an engine. */
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

/** Converts text outside of tags and references to upper case. */
export const upperCaseText = (text: string): string =>
  text.replace(/(<[^>]*>|&[^;\s]+;)|[^<&]+/g, (part, tag: string | undefined) => tag ?? part.toUpperCase());
