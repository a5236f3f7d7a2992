import { type Document, type Node, plainText } from '@lectern/document';

/** A page that was found, with the places in it that say what is looked for. */
export interface Found {
  readonly title: string;
  readonly sections: readonly { readonly title: string; readonly snippet: string }[];
}

const isConditional = (node: Node): boolean =>
  node.object === 'block' && (node.type === 'if' || (node.nodes ?? []).some(isConditional));

/** Whether a document shows different things to different people. */
export const hasConditions = ({ nodes }: Document): boolean => nodes.some(isConditional);

const plain = (text: string) => text.replaceAll(/\s+/g, ' ').trim().toLowerCase();

/**
 * What of a page was found in what somebody may read of it; undefined when nothing was. The index knows all of a page,
 * and would tell by what it finds that something is there.
 */
export const foundIn = <Page extends Found>(page: Page, shown: Document, query: string): Page | undefined => {
  const text = plain(plainText(shown));
  const sections = page.sections.filter(
    ({ title, snippet }) => text.includes(plain(snippet)) && text.includes(plain(title)),
  );
  const words = plain(query).split(' ');
  const isNamed = words.every((word) => plain(page.title).includes(word) || text.includes(word));
  return sections.length > 0 || isNamed ? { ...page, sections } : undefined;
};
