import {
  type Block,
  type BlockType,
  type ContentRef,
  type Document,
  type Inline,
  type InlineType,
  mapRefs,
  type Node,
  printMarkdown,
  printPage,
  type Text,
} from '@lectern/document';
import { absoluteUrl } from '../html/url.ts';
import type { OpenApiDocument } from '../openapi/description.ts';
import { operationInMarkdown } from '../openapi/markdown.ts';

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
  openapiOf?(ref: ContentRef): OpenApiDocument | undefined;
}

const text = (words: string): Text => ({
  object: 'text',
  leaves: [{ object: 'leaf', text: words.replace(/\s+/g, ' '), marks: [] }],
});

const block = (type: BlockType, nodes: Block['nodes']): Block => ({ object: 'block', type, data: {}, nodes });

/** A page that a list leads to. */
export interface MarkdownEntry {
  readonly title: string;
  readonly href: string;
  readonly description?: string;
}

const printLine = (node: Inline | Text): string =>
  printMarkdown({ object: 'document', data: {}, nodes: [block('paragraph', [node])] }).trim();

/** Pages as a list of links in Markdown, whatever their titles hold. */
export const markdownList = (entries: readonly MarkdownEntry[]): string =>
  entries
    .map(({ title, href, description }) => {
      const url = href.replace(
        /[\s()<>\\]/g,
        (character) => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`,
      );
      const link = printLine({
        object: 'inline',
        type: 'link',
        data: { ref: { kind: 'url', url } },
        nodes: [text(title.trim() || href)],
      });
      return `- ${link}${description ? `: ${printLine(text(description.trim()))}` : ''}`;
    })
    .join('\n');

/** What leads nowhere for this reader, as the words that it shows. */
const wordsInstead: Readonly<
  Partial<Record<BlockType | InlineType, (node: Block | Inline) => readonly Node[]>>
> = {
  link: (node) => node.nodes ?? [],
  button: (node) => [text(String(node.data?.label ?? ''))],
  'content-ref': () => [],
};

/** A document without links that lead nowhere, for what they name is not for everybody to know; and with operations in words. */
const readable = (document: Document, page: MarkdownPage, leads: (ref: ContentRef) => boolean): Document => {
  const kept = (nodes: readonly Node[]): Node[] =>
    nodes.flatMap((node): Node[] => {
      if (node.object === 'text') return [node];
      const operation =
        node.object === 'block' && page.openapiOf && operationInMarkdown(node, page.openapiOf);
      if (operation) return [...operation];
      const ref = node.data?.ref as ContentRef | undefined;
      if (ref && Object.hasOwn(wordsInstead, node.type) && !leads(ref))
        return kept(wordsInstead[node.type]!(node));
      return [
        {
          ...node,
          ...(node.nodes && { nodes: kept(node.nodes) }),
          ...(node.fragments && {
            fragments: node.fragments.map((one) => ({ ...one, nodes: kept(one.nodes) })),
          }),
        } as Node,
      ];
    });
  return { ...document, nodes: kept(document.nodes) as Document['nodes'] };
};

/** `page.md`: the page without front matter, with addresses that lead there from anywhere. */
export function renderPageMarkdown(page: MarkdownPage): string {
  const targetOf = (ref: ContentRef) =>
    ref.kind === 'file' ? page.fileOf(ref) : (page.hrefOf(ref) ?? page.fileOf(ref));
  const whole = (ref: ContentRef): ContentRef => {
    const target = targetOf(ref);
    return target ? { kind: 'url', url: absoluteUrl(target.href, page.url) } : ref;
  };
  const alive = readable(page.document, page, (ref) => targetOf(ref) !== undefined);
  const document = mapRefs(alive, whole);
  const body = printPage({ title: page.title, properties: {}, document });
  const list = (page.children ?? []).map((child) => ({ ...child, href: absoluteUrl(child.href, page.url) }));
  return list.length === 0 ? body : `${body.trimEnd()}\n\n${markdownList(list)}\n`;
}

/** What is said where there is no page: what may have been meant, and where all pages are listed. */
export const renderMissingMarkdown = (near: readonly MarkdownEntry[], index: string): string =>
  `${[
    '# Page not found',
    near.length > 0
      ? 'There is no page at this address. These are similar:'
      : 'There is no page at this address.',
    ...(near.length > 0 ? [markdownList(near)] : []),
    `All pages: ${index}`,
  ].join('\n\n')}\n`;
