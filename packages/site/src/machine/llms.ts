import { type MarkdownEntry, markdownList } from './markdown.ts';

/** What `llms.txt` lists. */
export interface LlmsIndex {
  readonly title: string;
  readonly description?: string;
  readonly groups: readonly {
    /** The section or variant; a site without any has one group without a title. */
    readonly title?: string;
    readonly pages: readonly MarkdownEntry[];
  }[];
}

const line = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** `llms.txt`: all pages by section, each with the address of its Markdown. */
export function renderLlms({ title, description, groups }: LlmsIndex): string {
  const parts = groups
    .filter(({ pages }) => pages.length > 0)
    .map(({ title: name, pages }) => `${name ? `## ${line(name)}\n\n` : ''}${markdownList(pages)}`);
  return `${[`# ${line(title)}`, ...(description ? [`> ${line(description)}`] : []), ...parts].join('\n\n')}\n`;
}

/** How many pages one part of `llms-full.txt` holds. */
export const LLMS_PART = 100;

/** One part of `llms-full.txt`: pages as Markdown, and where the next part is. */
export const renderLlmsFull = (pages: readonly string[], next: string | undefined): string =>
  `${[...pages.map((page) => page.trim()), ...(next === undefined ? [] : [`[Next part](${next})`])].join('\n\n---\n\n')}\n`;
