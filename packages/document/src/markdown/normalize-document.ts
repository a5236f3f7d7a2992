import type { Block, Document, Fragment, Node } from '../document.ts';
import { isRecord } from '../is-record.ts';
import { withKeys } from '../keys.ts';
import { mapRefs } from '../links.ts';
import { BLOCKS, INLINES, isBlockType, isInlineType, isMarkType, MARKS } from '../node-types.ts';
import { withAnchors } from './anchors.ts';
import { lostWord } from './lost-word.ts';
import { withNormalLines } from './normal-lines.ts';
import type { MarkdownOptions } from './options.ts';
import { parseMarkdown } from './parse.ts';
import { printMarkdown } from './print.ts';
import { withSafeUrl } from './script-urls.ts';

/** A problem of a document, and its JSON pointer. */
export interface Problem {
  readonly path: string;
  readonly message: string;
}

const maxDepth = 100;
const maxNodes = 1_000_000;
const maxProblems = 20;

type Json = Readonly<Record<string, unknown>>;

/** A validation in progress. */
interface Validation {
  readonly problems: Problem[];
  nodes: number;
}

/** The first problems of a list of nodes. */
function problemsOf(list: unknown): readonly Problem[] {
  const validation: Validation = { problems: [], nodes: 0 };
  checkList(validation, list, '/nodes', 0, ['block']);
  return validation.problems;
}

const addProblem = ({ problems }: Validation, path: string, message: string): void => {
  if (problems.length < maxProblems) problems.push({ path, message });
};

function checkList(
  validation: Validation,
  value: unknown,
  path: string,
  depth: number,
  expected: readonly string[],
): void {
  if (!Array.isArray(value)) addProblem(validation, path, 'must be an array');
  else if (depth > maxDepth) addProblem(validation, path, `is more than ${maxDepth} levels deep`);
  else
    for (const [at, node] of value.entries()) checkNode(validation, node, `${path}/${at}`, depth, expected);
}

function checkNode(
  validation: Validation,
  node: unknown,
  path: string,
  depth: number,
  expected: readonly string[],
): void {
  if (++validation.nodes > maxNodes) {
    if (validation.nodes === maxNodes + 1) addProblem(validation, '', `has more than ${maxNodes} nodes`);
  } else if (!isRecord(node)) addProblem(validation, path, 'must be an object');
  else if (!expected.includes(node.object as string))
    addProblem(validation, `${path}/object`, `must be ${expected.join(' or ')}`);
  else if (node.object === 'text') {
    if (Array.isArray(node.leaves))
      for (const [at, leaf] of node.leaves.entries()) checkLeaf(validation, leaf, `${path}/leaves/${at}`);
    else addProblem(validation, `${path}/leaves`, 'must be an array');
  } else {
    checkFields(validation, node, path);
    if (node.nodes !== undefined || node.object === 'fragment')
      checkList(validation, node.nodes, `${path}/nodes`, depth + 1, ['block', 'inline', 'text']);
    if (node.fragments !== undefined)
      checkList(validation, node.fragments, `${path}/fragments`, depth + 1, ['fragment']);
  }
}

function checkFields(validation: Validation, { object, type, key, data }: Json, path: string): void {
  if (object !== 'fragment' && typeof type !== 'string')
    addProblem(validation, `${path}/type`, 'must be a string');
  else if (object !== 'fragment' && !isAccepted(object, type))
    addProblem(validation, `${path}/type`, `there is no ${object} of type ${String(type).slice(0, 50)}`);
  if (key !== undefined && typeof key !== 'string') addProblem(validation, `${path}/key`, 'must be a string');
  if (data !== undefined && !isRecord(data)) addProblem(validation, `${path}/data`, 'must be an object');
}

function checkLeaf(validation: Validation, leaf: unknown, path: string): void {
  if (!isRecord(leaf) || typeof leaf.text !== 'string')
    addProblem(validation, `${path}/text`, 'must be a string');
  else if (!Array.isArray(leaf.marks)) addProblem(validation, `${path}/marks`, 'must be an array');
  else
    for (const [at, mark] of leaf.marks.entries())
      if (!isRecord(mark) || !isMarkType(mark.type))
        addProblem(validation, `${path}/marks/${at}/type`, `must be one of ${Object.keys(MARKS).join(', ')}`);
}

/** Whether clients may send a node of this type; Markdown cannot represent others. */
const isAccepted = (object: unknown, type: unknown): boolean =>
  object === 'block'
    ? isBlockType(type) && !BLOCKS[type].isReadOnly
    : isInlineType(type) && !INLINES[type].isReadOnly;

/** Validates a value as a document, and collects its problems. */
function isDocument(value: Json, problems: Problem[]): value is Json & Document {
  for (const problem of problemsOf(value.nodes)) problems.push(problem);
  return problems.length === 0;
}

/**
 * Normalizes a document from a client. Returns the document as it will be read back, or its problems: an invalid structure or
 * size, or a block whose words would be lost in Markdown.
 */
export function normalizeDocument(
  value: unknown,
  options: MarkdownOptions = {},
): { readonly document: Document } | { readonly problems: readonly Problem[] } {
  if (!isRecord(value) || value.object !== 'document')
    return { problems: [{ path: '/object', message: 'must be document' }] };
  const problems: Problem[] = [];
  if (!isDocument(value, problems)) return { problems };
  const given = canonical(value);
  const document = wholeThroughMarkdown(given, options);
  if (document) return { document };
  // Block by block, to find the block that would be changed.
  const blocks: Block[] = [];
  for (const [at, block] of given.entries()) {
    const outcome = throughMarkdown(block, options);
    if (typeof outcome === 'string') problems.push({ path: `/nodes/${at}`, message: outcome });
    else blocks.push(...outcome);
  }
  if (problems.length > 0) return { problems: problems.slice(0, maxProblems) };
  const whole = parseMarkdown(
    printMarkdown({ object: 'document', data: {}, nodes: blocks }, options),
    options,
  );
  const parts = withKeys(withAnchors({ object: 'document', data: {}, nodes: blocks }));
  if (printMarkdown(whole, options) !== printMarkdown(parts, options))
    return {
      problems: [{ path: '/nodes', message: 'these blocks cannot be stored in this order without changes' }],
    };
  return { document: whole };
}

/** The blocks of a document with safe references and normalized lines; malformed blocks are unchanged. */
function canonical(given: Document): readonly Block[] {
  return given.nodes.map((block) => {
    try {
      return withNormalLines(
        mapRefs({ ...given, nodes: [block] }, (ref) => withSafeUrl(ref, 'image')).nodes[0]!,
      );
    } catch {
      return block;
    }
  });
}

/** The result of printing and parsing all blocks at once; undefined if a block would be changed. */
function wholeThroughMarkdown(blocks: readonly Block[], options: MarkdownOptions): Document | undefined {
  try {
    const printed = printMarkdown({ object: 'document', data: {}, nodes: blocks }, options);
    const back = parseMarkdown(printed, options);
    // Nearly always: nothing changed.
    if (hasSameContent(blocks, back.nodes)) return back;
    const isSame =
      back.nodes.length === blocks.length &&
      back.nodes.every((block, at) => block.type === blocks[at]!.type && keepsAll(blocks[at]!, [block])) &&
      printMarkdown(back, options) === printed;
    return isSame ? back : undefined;
  } catch {
    return undefined;
  }
}

/** Whether values are equal except for the keys and anchors of blocks. */
function hasSameContent(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (Array.isArray(one))
    return (
      Array.isArray(other) &&
      one.length === other.length &&
      one.every((item, at) => hasSameContent(item, other[at]))
    );
  if (!isRecord(one) || !isRecord(other)) return false;
  let fields = 0;
  for (const name of Object.keys(one)) {
    if (name === 'key' || name === 'meta') continue;
    if (!Object.hasOwn(other, name) || !hasSameContent(one[name], other[name])) return false;
    fields++;
  }
  const others = Object.keys(other).length;
  return fields === others - Number(Object.hasOwn(other, 'key')) - Number(Object.hasOwn(other, 'meta'));
}

/** Whether blocks have all words of a block, and not more raw source. */
const keepsAll = (block: Block, back: readonly Block[]): boolean =>
  rawNodes(back) <= rawNodes([block]) && lostWord([block], back) === undefined;

/** The result of printing and parsing a block, or the reason why it would be changed. */
function throughMarkdown(block: Block, options: MarkdownOptions): readonly Block[] | string {
  try {
    const printed = printMarkdown({ object: 'document', data: {}, nodes: [block] }, options);
    const back = parseMarkdown(printed, options);
    if (printMarkdown(back, options) !== printed || rawNodes(back.nodes) > rawNodes([block]))
      return `a block of type ${block.type} with this content cannot be stored as Markdown`;
    const lost = lostWord([block], back.nodes);
    return lost === undefined ? back.nodes : `a block of type ${block.type} would lose “${lost}”`;
  } catch {
    return `a block of type ${block.type} lacks required data`;
  }
}

/** The number of nodes of raw source. */
const rawNodes = (nodes: readonly (Node | Fragment)[]): number =>
  nodes.reduce((sum, node) => {
    if (node.object === 'text') return sum;
    if (node.object === 'fragment') return sum + rawNodes(node.nodes);
    const { isRaw } = node.object === 'block' ? BLOCKS[node.type] : INLINES[node.type];
    return sum + Number(isRaw === true) + rawNodes(node.nodes ?? []) + rawNodes(node.fragments ?? []);
  }, 0);
