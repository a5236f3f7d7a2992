import type { Block } from '../document.ts';
import { voidBlock } from './block-nodes.ts';

/** The source of HTML without a block of its own. Clients ignore it. */
export const rawHtml = (source: string): Block => voidBlock('html', { source: closed(bare(source)) });

/** HTML without white space of Markdown around it: other spaces may prevent a line from being a tag. */
export const bare = (source: string): string => source.replace(/^[ \t\r\n]+|(?<![ \t\r\n])[ \t\r\n]+$/g, '');

/** HTML that does not end at an empty line, and its end. */
export const literalHtml: readonly { readonly start: RegExp; readonly end: RegExp }[] = [
  {
    start: /^<(?:script|pre|style|textarea)(?:[ \t>]|$)/i,
    end: /<\/(?:script|pre|style|textarea)>/i,
  },
  { start: /^<!--/, end: /-->/ },
  { start: /^<\?/, end: /\?>/ },
  { start: /^<!\[CDATA\[/, end: /\]\]>/ },
  { start: /^<![A-Za-z]/, end: />/ },
];

const endings: readonly (readonly [RegExp, string])[] = [
  [/^<!--/, '-->'],
  [/^<\?/, '?>'],
  [/^<!\[CDATA\[/, ']]>'],
  [/^<![A-Za-z]/, '>'],
  [/^<script(?=[\s>])/i, '</script>'],
  [/^<style(?=[\s>])/i, '</style>'],
  [/^<pre(?=[\s>])/i, '</pre>'],
  [/^<textarea(?=[\s>])/i, '</textarea>'],
];

/** Adds a missing end to HTML that does not end at an empty line, so that it does not include the following text. */
function closed(source: string): string {
  const ending = endings.find(([start]) => start.test(source))?.[1];
  if (ending === undefined) return source;
  const isClosed = ending.startsWith('</')
    ? /<\/(?:script|style|pre|textarea)>/i.test(source)
    : source.includes(ending, 2);
  return isClosed ? source : `${source}\n${ending}`;
}

const blockNames =
  'address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|' +
  'figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|' +
  'noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul';

/** The start of a line that is an HTML block even inside a paragraph. */
export const interruptingHtml = new RegExp(
  `^<(?:!--|\\?|![A-Za-z]|!\\[CDATA\\[|(?:script|pre|style|textarea)(?:[ \\t\\n>]|$)|/?(?:${blockNames})(?:[ \\t\\n>]|/>|$))`,
  'i',
);

const loneTag =
  /^<(?:\/[A-Za-z][A-Za-z0-9-]*\s*|[A-Za-z][A-Za-z0-9-]*(?:\s+[A-Za-z_:][\w.:-]*(?:\s*=\s*(?:"[^"\n]*"|'[^'\n]*'|[^\s"'=<>`]+))?)*\s*\/?)>[ \t]*$/;

/** Whether a line starts an HTML block. */
export const startsHtml = (line: string): boolean => interruptingHtml.test(line) || loneTag.test(line);
