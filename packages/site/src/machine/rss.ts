import { BLOCKS, type Block, type Document, type Node } from '@lectern/document';
import type { RenderContext } from '../document/context.ts';
import { blocksIn, nodeText, textIn } from '../document/data.ts';
import { renderDocument } from '../document/render.ts';
import { escapeHtml } from '../html/html.ts';

/** An update of a page. */
export interface Update {
  readonly title: string;
  readonly date: string;
  readonly anchor?: string;
  readonly blocks: readonly Block[];
}

/** The updates of a page, newest first; the title is the first heading, or the date. */
export function updatesOf(document: Document): readonly Update[] {
  const found: Update[] = [];
  const visit = (node: Node): void => {
    if (node.object !== 'block') return;
    if (node.type === 'update') {
      const date = new Date(textIn(node.data, 'date') ?? '');
      if (Number.isNaN(date.getTime())) return;
      const blocks = blocksIn(node);
      const heading = blocks.find(({ type }) => BLOCKS[type].headingLevel !== undefined);
      const title = heading && nodeText(heading).trim();
      const anchor = textIn(heading?.meta, 'id');
      found.push({
        title: title || date.toISOString().slice(0, 10),
        date: date.toISOString(),
        ...(anchor === undefined ? {} : { anchor }),
        blocks: blocks.filter((block) => block !== heading),
      });
      return;
    }
    for (const child of node.nodes ?? []) visit(child);
  };
  for (const block of document.nodes) visit(block);
  return found.sort((a, b) => (a.date < b.date ? 1 : a.date > b.date ? -1 : 0));
}

/** Renders the RSS feed of a page; undefined if it has no updates. */
export function renderRss(
  page: {
    readonly title: string;
    readonly description?: string;
    readonly url: string;
    readonly feed: string;
    readonly document: Document;
  },
  context: RenderContext,
): string | undefined {
  const updates = updatesOf(page.document);
  if (updates.length === 0) return undefined;
  const items = updates.map(({ title, date, anchor, blocks }) => {
    const link = anchor === undefined ? page.url : `${page.url}#${encodeURI(anchor)}`;
    const html = renderDocument({ object: 'document', data: {}, nodes: blocks }, context);
    return [
      '<item>',
      `<title>${escapeHtml(title)}</title>`,
      `<link>${escapeHtml(link)}</link>`,
      `<guid isPermaLink="false">${escapeHtml(`${link} ${date}`)}</guid>`,
      `<pubDate>${new Date(date).toUTCString()}</pubDate>`,
      `<description>${escapeHtml(html)}</description>`,
      '</item>',
    ].join('');
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>',
    `<title>${escapeHtml(page.title)}</title>`,
    `<link>${escapeHtml(page.url)}</link>`,
    `<atom:link href="${escapeHtml(page.feed)}" rel="self" type="application/rss+xml"/>`,
    `<description>${escapeHtml(page.description ?? page.title)}</description>`,
    `<language>${escapeHtml(context.language)}</language>`,
    ...items,
    '</channel></rss>',
    '',
  ].join('\n');
}
