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

/** The model of a page as Markdown. */
export interface MarkdownPage {
  readonly title: string;
  readonly description?: string;
  readonly document: Document;
  /** The absolute URL of the page, which is the base of others. */
  readonly url: string;
  /** The subpages of an empty page. */
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

/** An entry of a list of pages. */
export interface MarkdownEntry {
  readonly title: string;
  readonly href: string;
  readonly description?: string;
}

const printLine = (node: Inline | Text): string =>
  printMarkdown({ object: 'document', data: {}, nodes: [block('paragraph', [node])] }).trim();

/** Renders pages as a list of links in Markdown, with escaped titles. */
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

/** Replacements of links without a target. */
const textInstead: Readonly<
  Partial<Record<BlockType | InlineType, (node: Block | Inline) => readonly Node[]>>
> = {
  link: (node) => node.nodes ?? [],
  button: (node) => [text(String(node.data?.label ?? ''))],
  'content-ref': () => [],
};

/** Replaces links without a target, which may be confidential, and expands OpenAPI operations. */
const toReadable = (
  document: Document,
  page: MarkdownPage,
  hasTarget: (ref: ContentRef) => boolean,
): Document => {
  const convert = (nodes: readonly Node[]): Node[] =>
    nodes.flatMap((node): Node[] => {
      if (node.object === 'text') return [node];
      const operation =
        node.object === 'block' && page.openapiOf && operationInMarkdown(node, page.openapiOf);
      if (operation) return [...operation];
      const ref = node.data?.ref as ContentRef | undefined;
      if (ref && Object.hasOwn(textInstead, node.type) && !hasTarget(ref))
        return convert(textInstead[node.type]!(node));
      return [
        {
          ...node,
          ...(node.nodes && { nodes: convert(node.nodes) }),
          ...(node.fragments && {
            fragments: node.fragments.map((one) => ({ ...one, nodes: convert(one.nodes) })),
          }),
        } as Node,
      ];
    });
  return { ...document, nodes: convert(document.nodes) as Document['nodes'] };
};

/** Renders a page as Markdown without front matter, with absolute URLs. */
export function renderPageMarkdown(page: MarkdownPage): string {
  const targetOf = (ref: ContentRef) =>
    ref.kind === 'file' ? page.fileOf(ref) : (page.hrefOf(ref) ?? page.fileOf(ref));
  const toAbsolute = (ref: ContentRef): ContentRef => {
    const target = targetOf(ref);
    return target ? { kind: 'url', url: absoluteUrl(target.href, page.url) } : ref;
  };
  const withoutDeadLinks = toReadable(page.document, page, (ref) => targetOf(ref) !== undefined);
  const document = mapRefs(withoutDeadLinks, toAbsolute);
  const body = printPage({ title: page.title, properties: {}, document });
  const list = (page.children ?? []).map((child) => ({ ...child, href: absoluteUrl(child.href, page.url) }));
  return list.length === 0 ? body : `${body.trimEnd()}\n\n${markdownList(list)}\n`;
}

/** Renders the Markdown of a missing page, with suggestions and the URL of the index. */
export const renderMissingMarkdown = (near: readonly MarkdownEntry[], index: string): string =>
  `${[
    '# Page not found',
    near.length > 0
      ? 'There is no page at this address. These are similar:'
      : 'There is no page at this address.',
    ...(near.length > 0 ? [markdownList(near)] : []),
    `All pages: ${index}`,
  ].join('\n\n')}\n`;
