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
import { randomId } from '../../primitives/random-id.ts';
import { markName } from '../schema/names.ts';

const marked = (schema: Schema) => {
  const rule = (type: Parameters<typeof markName>[0], find: RegExp) =>
    markInputRule({ find, type: schema.marks[markName(type)]! });
  return [
    rule('bold', /(?:^|\s)(\*\*(?!\s)([^*]+)(?<!\s)\*\*)$/),
    rule('bold', /(?:^|\s)(__(?!\s)([^_]+)(?<!\s)__)$/),
    rule('italic', /(?:^|\s)(\*(?![\s*])([^*]+)(?<!\s)\*)$/),
    rule('italic', /(?:^|\s)(_(?![\s_])([^_]+)(?<!\s)_)$/),
    rule('strikethrough', /(?:^|\s)(~~(?!\s)([^~]+)(?<!\s)~~)$/),
    rule('code', /(?:^|\s)(`([^`]+)`)$/),
  ];
};

const task = (schema: Schema) =>
  new InputRule({
    find: /^\s*\[([ x]?)\]\s$/i,
    handler: ({ state, range, match }) => {
      const { tr } = state;
      tr.delete(range.from, range.to);
      const blocks = tr.doc.resolve(range.from).blockRange();
      const wrapping = blocks && findWrapping(blocks, schema.nodes.listTasks!);
      if (!blocks || !wrapping) return null;
      const data = { checked: match[1]?.toLowerCase() === 'x' };
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
      const mark = schema.marks.link!.create({
        isVoid: false,
        data: { ref: { kind: 'url', url } },
        number: randomId(),
      });
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
