import { type Document, type Node, plainText } from '@lectern/document';

/** A page in search results, with its matching sections. */
export interface FoundPage {
  readonly title: string;
  readonly sections: readonly { readonly title: string; readonly snippet: string }[];
}

const isConditional = (node: Node): boolean =>
  node.object === 'block' && (node.type === 'if' || (node.nodes ?? []).some(isConditional));

/** Whether parts of a document depend on conditions. */
export const hasConditions = ({ nodes }: Document): boolean => nodes.some(isConditional);

const normalize = (text: string) => text.replaceAll(/\s+/g, ' ').trim().toLowerCase();

// Of a snippet that was cut, only the text of the page.
const textOf = (snippet: string) => normalize(snippet.replaceAll(/^…|…$/g, ''));

/**
 * Reduces a search result to the sections that are visible to a visitor; undefined if none is. The index contains
 * hidden text, and its matches would reveal it.
 */
export const visibleResult = <Page extends FoundPage>(
  page: Page,
  shown: Document,
  query: string,
): Page | undefined => {
  const text = normalize(plainText(shown));
  const sections = page.sections.filter(
    ({ title, snippet }) => text.includes(textOf(snippet)) && text.includes(normalize(title)),
  );
  const words = normalize(query).split(' ');
  const hasAllWords = words.every((word) => normalize(page.title).includes(word) || text.includes(word));
  return sections.length > 0 || hasAllWords ? { ...page, sections } : undefined;
};
