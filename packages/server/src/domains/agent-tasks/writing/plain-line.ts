import { type KnownContent, withoutAddresses } from './safe-blocks.ts';

const NO_CONTENT: KnownContent = { addresses: new Set(), nodes: new Set() };

/** The words of a text in one line, without markup and addresses. */
export const plainLine = (text: string, maxLength: number): string =>
  withoutAddresses(
    text
      .slice(0, 4 * maxLength)
      .replace(/\\([!-/:-@[-`{-~])/g, '$1')
      .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replace(/\{%[^%]*%\}/g, ' ')
      .replace(/<[^>]*>/g, ' '),
    NO_CONTENT,
  )
    .replace(/[`*#|]+/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, maxLength)
    .toWellFormed();
