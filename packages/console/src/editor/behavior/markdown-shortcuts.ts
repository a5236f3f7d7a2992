import {
  Extension,
  InputRule,
  markInputRule,
  nodeInputRule,
  textblockTypeInputRule,
  wrappingInputRule,
} from '@tiptap/core';
import type { Schema } from '@tiptap/pm/model';
import { findWrapping } from '@tiptap/pm/transform';
import { linkAttributes } from '../inline/inline-nodes.ts';
import { markName } from '../schema/names.ts';
import { isInItem, turnItemIntoTask } from './task-items.ts';

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
        turnItemIntoTask(tr, $from, data.checked);
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
      ...[1, 2, 3].map((level) =>
        textblockTypeInputRule({ find: new RegExp(`^#{${level}}\\s$`), type: nodes[`heading${level}`]! }),
      ),
      wrappingInputRule({ find: /^\s*[-+*]\s$/, type: nodes.listUnordered! }),
      wrappingInputRule({
        find: /^\s*(\d+)[.)]\s$/,
        type: nodes.listOrdered!,
        getAttributes: ([, start]) => (start === '1' ? {} : { data: { start: Number(start) } }),
        joinPredicate: (_, before) => before.type === nodes.listOrdered,
      }),
      wrappingInputRule({ find: /^\s*>\s$/, type: nodes.blockquote! }),
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
