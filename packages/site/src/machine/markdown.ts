import { type ContentRef, type Document, mapRefs, printMarkdown, printPage } from '@lectern/document';
import { absoluteUrl } from '../html/url.ts';

/** A page for those who read Markdown. */
export interface MarkdownPage {
  readonly title: string;
  readonly description?: string;
  readonly document: Document;
  /** The page's own address, whole; others are written whole after it. */
  readonly url: string;
  /** What stands below a page that is empty. */
  readonly children?: readonly {
    readonly title: string;
    readonly href: string;
    readonly description?: string;
  }[];
  hrefOf(ref: ContentRef): { readonly href: string } | undefined;
  fileOf(ref: ContentRef): { readonly href: string } | undefined;
}

/** A text in one line of Markdown, as words. */
const words = (text: string): string =>
  printMarkdown({
    object: 'document',
    data: {},
    nodes: [
      {
        object: 'block',
        type: 'paragraph',
        nodes: [
          { object: 'text', leaves: [{ object: 'leaf', text: text.replace(/\s+/g, ' ').trim(), marks: [] }] },
        ],
      },
    ],
  }).trim();

/** An address between the brackets of a link. */
const address = (href: string): string =>
  href.replace(/[\s()<>\\]/g, (character) =>
    encodeURIComponent(character).replace('(', '%28').replace(')', '%29'),
  );

/** A line of a list that leads to a page. */
export const markdownEntry = ({
  title,
  href,
  description,
}: {
  readonly title: string;
  readonly href: string;
  readonly description?: string;
}): string => `- [${words(title)}](${address(href)})${description ? `: ${words(description)}` : ''}`;

/** `page.md`: the page without front matter, with addresses that lead there from anywhere. */
export function renderPageMarkdown(page: MarkdownPage): string {
  const whole = (ref: ContentRef): ContentRef => {
    const target = ref.kind === 'file' ? page.fileOf(ref) : (page.hrefOf(ref) ?? page.fileOf(ref));
    return target ? { kind: 'url', url: absoluteUrl(target.href, page.url) } : ref;
  };
  const document = mapRefs(page.document, whole);
  const body = printPage({ title: page.title, properties: {}, document });
  const list = (page.children ?? []).map((child) =>
    markdownEntry({ ...child, href: absoluteUrl(child.href, page.url) }),
  );
  return list.length === 0 ? body : `${body.trimEnd()}\n\n${list.join('\n')}\n`;
}
