import {
  type Block,
  type BlockType,
  type Fragment,
  hashOf,
  type Inline,
  linksOf,
  type Node,
  stableRefs,
  type Text,
} from '@lectern/document';

/** What the text of a model may contain besides words: addresses, and nodes that the page has already. */
export interface KnownContent {
  readonly addresses: ReadonlySet<string>;
  readonly nodes: ReadonlySet<string>;
}

// Blocks that only structure text. Others load, run or show something from elsewhere.
const PLAIN: ReadonlySet<BlockType> = new Set([
  'paragraph',
  'heading-1',
  'heading-2',
  'heading-3',
  'blockquote',
  'divider',
  'hint',
  'list-unordered',
  'list-ordered',
  'list-tasks',
  'list-item',
  'code',
  'code-line',
  'table',
  'expandable',
  'tabs',
  'tabs-item',
  'stepper',
  'stepper-step',
  'columns',
  'column',
]);

const EMPTY_ALLOWED: ReadonlySet<BlockType> = new Set(['code-line']);

// Addresses and e-mail addresses, which become links where text is read as Markdown.
const ADDRESS =
  /\b[a-z][a-z0-9+.-]*:\/\/[^\s<>"'`]*|\bwww\.[^\s<>"'`]+|\b(?:mailto|javascript|vbscript):[^\s<>"'`]*|[^\s<>"'`(]+@[^\s<>"'`)]+\.[a-z]{2,}/gi;

const withoutKeys = (node: Node | Fragment): unknown =>
  JSON.parse(JSON.stringify(node, (name, value: unknown) => (name === 'key' ? undefined : value)));

const identityOf = (node: Node | Fragment): string => hashOf(withoutKeys(node));

const addressesIn = (text: string): string[] => (text.match(ADDRESS) ?? []).map(trimmed);

// Punctuation after an address belongs to the sentence.
const trimmed = (address: string): string => address.replace(/[.,;:!?)\]]+$/, '');

/** Everything in a page that a new text of it may contain as well, with the addresses in a text that is trusted. */
export const knownContentOf = (
  blocks: readonly Block[],
  { pages, trusted }: { readonly pages: readonly string[]; readonly trusted: string },
): KnownContent => {
  const nodes = new Set<string>();
  const addresses = new Set([...addressesIn(trusted), ...pages]);
  const visit = (node: Node | Fragment): void => {
    if (node.object === 'text') {
      for (const leaf of node.leaves) for (const address of addressesIn(leaf.text)) addresses.add(address);
      return;
    }
    nodes.add(identityOf(node));
    for (const child of node.nodes ?? []) visit(child);
    if (node.object !== 'fragment') for (const part of node.fragments ?? []) visit(part);
  };
  for (const block of blocks) visit(block);
  for (const { ref } of linksOf({ object: 'document', data: {}, nodes: blocks }))
    addresses.add(stableRefs.print(ref));
  return { nodes, addresses };
};

/** Whether blocks have only links that are known. */
export const hasKnownLinks = (blocks: readonly Block[], { addresses }: KnownContent): boolean =>
  linksOf({ object: 'document', data: {}, nodes: blocks }).every(({ ref }) =>
    addresses.has(stableRefs.print(ref)),
  );

/** A text without addresses, except known ones. */
export const withoutAddresses = (text: string, { addresses }: Pick<KnownContent, 'addresses'>): string =>
  text.replace(ADDRESS, (found) => {
    const address = trimmed(found);
    return addresses.has(address) ? found : found.slice(address.length);
  });

const cleanText = (text: Text, known: KnownContent): Text => ({
  ...text,
  leaves: text.leaves.map((leaf) => ({ ...leaf, text: withoutAddresses(leaf.text, known) })),
});

const cleanInline = (inline: Inline, known: KnownContent): readonly Node[] => {
  if (known.nodes.has(identityOf(inline)) || inline.type === 'emoji') return [inline];
  const children = (inline.nodes ?? []).flatMap((node) => cleanNode(node, known));
  if (inline.type !== 'link') return children;
  const line: Block = { object: 'block', type: 'paragraph', data: {}, nodes: [{ ...inline, nodes: [] }] };
  const isKnown = hasKnownLinks([line], known);
  return isKnown ? [{ ...inline, nodes: children as Inline['nodes'] & object }] : children;
};

const cleanBlock = (block: Block, known: KnownContent): readonly Block[] => {
  if (known.nodes.has(identityOf(block))) return [block];
  if (!PLAIN.has(block.type)) return [];
  const nodes = block.nodes?.flatMap((node) => cleanNode(node, known));
  if (block.nodes?.length && nodes?.length === 0 && !EMPTY_ALLOWED.has(block.type)) return [];
  const fragments = block.fragments?.map((part) => ({
    ...part,
    nodes: part.nodes.flatMap((node) => cleanNode(node, known)),
  }));
  const cleaned = { ...block, ...(nodes && { nodes }), ...(fragments && { fragments }) };
  // Its data may have references, as cells of tables do.
  return hasKnownLinks([cleaned], known) ? [cleaned] : [];
};

const cleanNode = (node: Node, known: KnownContent): readonly Node[] => {
  if (node.object === 'text') return [cleanText(node, known)];
  return node.object === 'inline' ? cleanInline(node, known) : cleanBlock(node, known);
};

/**
 * The blocks that a model may write into a page: text and its structure. Links, images and other content stay only if
 * the page has them already.
 */
export const safeBlocks = (blocks: readonly Block[], known: KnownContent): Block[] =>
  blocks.flatMap((block) => cleanBlock(block, known));
