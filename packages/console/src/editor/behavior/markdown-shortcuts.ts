import {
  Extension,
  InputRule,
  markInputRule,
  nodeInputRule,
  textblockTypeInputRule,
  wrappingInputRule,
} from '@tiptap/core';
import type { ResolvedPos, Schema } from '@tiptap/pm/model';
import type { Transaction } from '@tiptap/pm/state';
import { findWrapping } from '@tiptap/pm/transform';
import { blockName, markName } from '../../../../document/src/editor/names.ts';
import { heading } from '../../../../document/src/markdown/block-nodes.ts';
import type { BlockType } from '../../../../document/src/node-types.ts';
import { linkAttributes } from '../inline/inline-nodes.ts';
import { isInItem, turnItemInto } from './list-items.ts';

/** Signs around words, after a space, a quote or an opening bracket; inside of words and addresses they stay what they are. */
const around = (source: string): RegExp => new RegExp(String.raw`(?<=^|[\s"'—–\p{Ps}\p{Pi}])${source}$`, 'u');

const marked = (schema: Schema) => {
  const rule = (type: Parameters<typeof markName>[0], source: string) =>
    markInputRule({ find: around(source), type: schema.marks[markName(type)]! });
  return [
    rule('bold', String.raw`(\*\*(?!\s)([^*]+)(?<!\s)\*\*)`),
    rule('bold', String.raw`(__(?!\s)([^_]+)(?<!\s)__)`),
    rule('italic', String.raw`(\*(?![\s*])([^*]+)(?<!\s)\*)`),
    rule('italic', String.raw`(_(?![\s_])([^_]+)(?<!\s)_)`),
    rule('strikethrough', String.raw`(~~(?!\s)([^~]+)(?<!\s)~~)`),
    rule('code', '(`([^`]+)`)'),
  ];
};

const task = (schema: Schema) =>
  new InputRule({
    find: /^\s*\[([ x]?)\]\s$/i,
    handler: ({ state, range, match }) => {
      const { tr } = state;
      tr.delete(range.from, range.to);
      const $from = tr.doc.resolve(range.from);
      const data = { checked: match[1]?.toLowerCase() === 'x' };
      if (isInItem($from)) {
        turnItemInto(tr, $from, { list: schema.nodes.listTasks!, data });
        return undefined;
      }
      const blocks = $from.blockRange();
      const wrapping = blocks && findWrapping(blocks, schema.nodes.listTasks!);
      if (!blocks || !wrapping) return null;
      tr.wrap(
        blocks,
        wrapping.map((each) => (each.type.name === 'listItem' ? { ...each, attrs: { data } } : each)),
      );
      return undefined;
    },
  });

/** A wrapping rule, and what its marker does instead where a block like it is already. */
const unless = (
  rule: InputRule,
  isThere: ($from: ResolvedPos) => boolean,
  instead: (tr: Transaction, match: readonly string[]) => void = () => undefined,
) =>
  new InputRule({
    find: rule.find,
    handler: (given) => {
      const { state, range, match } = given;
      const { tr } = state;
      if (!isThere(tr.doc.resolve(range.from))) return rule.handler(given);
      instead(tr.delete(range.from, range.to), match);
      return undefined;
    },
  });

/** Lists. The marker of an item that Enter has made already says only what kind of item it is. */
const lists = (schema: Schema) => {
  const { listUnordered, listOrdered, listTasks } = schema.nodes;
  const bullet = wrappingInputRule({ find: /^\s*[-+*]\s$/, type: listUnordered! });
  const startOf = (match: readonly string[]) => (match[1] === '1' ? {} : { start: Number(match[1]) });
  const number = wrappingInputRule({
    find: /^\s*(\d+)[.)]\s$/,
    type: listOrdered!,
    getAttributes: (match) => ({ data: startOf(match) }),
    joinPredicate: (_, before) => before.type === listOrdered,
  });
  return [
    unless(bullet, isInItem, (tr) => {
      const $from = tr.selection.$from;
      // A task is written as an item with a box.
      if ($from.node(-2).type !== listTasks) turnItemInto(tr, $from, { list: listUnordered!, data: {} });
    }),
    unless(number, isInItem, (tr, match) => {
      turnItemInto(tr, tr.selection.$from, { list: listOrdered!, listData: startOf(match), data: {} });
    }),
  ];
};

/** Quotes. A line that continues a quote is in it already; the first line can be a quote inside of the quote. */
const quote = (schema: Schema) => {
  const type = schema.nodes.blockquote!;
  const continues = ($from: ResolvedPos) =>
    $from.depth > 1 && $from.node(-1).type === type && $from.index(-1) > 0;
  return unless(wrappingInputRule({ find: /^\s*>\s$/, type }), continues);
};

/** Headings, of the level that as many signs are in Markdown. */
const headings = (schema: Schema) =>
  [1, 2, 3, 4, 5, 6].map((depth) => {
    const { type, data } = heading(depth, []);
    return textblockTypeInputRule({
      find: new RegExp(`^#{${depth}}\\s$`),
      type: schema.nodes[blockName(type as BlockType)]!,
      getAttributes: () => ({ data }),
    });
  });

const linked = (schema: Schema) =>
  new InputRule({
    find: /\[([^\]]+)\]\((\S+)\)$/,
    handler: ({ state, range, match }) => {
      const [, words, url] = match;
      const mark = schema.marks.link!.create(linkAttributes({ kind: 'url', url: url! }));
      state.tr.replaceWith(range.from, range.to, schema.text(words!, [mark])).removeStoredMark(mark);
    },
  });

/** What Markdown writes at the start of a line or around words, as one types. */
export const markdownShortcuts = Extension.create({
  name: 'markdownShortcuts',
  addInputRules() {
    const { schema } = this.editor;
    const { nodes } = schema;
    return [
      ...headings(schema),
      ...lists(schema),
      quote(schema),
      textblockTypeInputRule({
        find: /^```([\w+#-]*)\s$/,
        type: nodes.code!,
        getAttributes: ([, syntax]) => (syntax ? { data: { syntax } } : {}),
      }),
      nodeInputRule({
        find: /^(?:---|___\s|\*\*\*\s)$/,
        type: nodes.divider!,
        getAttributes: () => ({ node: { object: 'block', type: 'divider', isVoid: true, data: {} } }),
      }),
      task(schema),
      linked(schema),
      ...marked(schema),
    ];
  },
});
