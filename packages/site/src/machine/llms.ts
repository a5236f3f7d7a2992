import { type MarkdownEntry, markdownList } from './markdown.ts';

/** The content of `llms.txt`. */
export interface LlmsIndex {
  readonly title: string;
  readonly description?: string;
  readonly groups: readonly {
    /** The section or variant; undefined if the site has none. */
    readonly title?: string;
    readonly pages: readonly MarkdownEntry[];
  }[];
}

const line = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Renders `llms.txt`: all pages by section, with the URLs of their Markdown. */
export function renderLlms({ title, description, groups }: LlmsIndex): string {
  const parts = groups
    .filter(({ pages }) => pages.length > 0)
    .map(({ title: name, pages }) => `${name ? `## ${line(name)}\n\n` : ''}${markdownList(pages)}`);
  return `${[`# ${line(title)}`, ...(description ? [`> ${line(description)}`] : []), ...parts].join('\n\n')}\n`;
}

/** The number of pages per part of `llms-full.txt`. */
export const LLMS_PART_PAGES = 100;

/** Renders a part of `llms-full.txt`: pages as Markdown, and a link to the next part. */
export const renderLlmsFull = (pages: readonly string[], next: string | undefined): string =>
  `${[...pages.map((page) => page.trim()), ...(next === undefined ? [] : [`[Next part](${next})`])].join('\n\n---\n\n')}\n`;
