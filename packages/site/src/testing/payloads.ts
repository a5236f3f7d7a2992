import type { Document } from '@lectern/document';
import fc from 'fast-check';

/** Cross-site scripting payloads. */
const payloads = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  'javascript:alert(1)',
  ' java\tscript:alert(1)',
  'JAVASCRIPT:alert(1)//',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  '</title><script>alert(1)</script>',
  '<svg/onload=alert(1)>',
  '</script><script>alert(1)</script>',
  '<math><mtext><style><img src=x onerror=alert(1)></style></mtext></math>',
  '<a href="javascript:alert(1)" style="x:expression(1)">x</a>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '{{constructor.constructor("alert(1)")()}}',
  '-->',
  '" style="background:url(javascript:alert(1))',
  '\u0000<scr\u0000ipt>',
  '//evil.example/x.js',
  'https://www.youtube.com/watch?v=dQw4w9WgXcQ"onload="alert(1)',
  '__proto__',
  'constructor',
];

/** A malicious text. */
export const payload = fc.oneof(fc.constantFrom(...payloads), fc.string({ maxLength: 12 }));

const ref = fc.oneof(
  payload.map((url) => ({ kind: 'url', url })),
  payload.map((page) => ({ kind: 'page', page })),
  payload.map((file) => ({ kind: 'file', file })),
  payload.map((anchor) => ({ kind: 'anchor', anchor })),
  payload.map((user) => ({ kind: 'user', user })),
  payload.map((spec) => ({ kind: 'openapi', spec })),
  payload.map((tag) => ({ kind: 'tag', tag })),
);

/** A value of an unexpected type. */
const anything = fc.oneof(
  { weight: 6, arbitrary: payload },
  { weight: 1, arbitrary: fc.constantFrom<unknown>(null, true, 0, -1, 1e9, [], {}) },
);

const names =
  'ref refDark url alt title icon color code formula label kind size style syntax align width height start checked data id source date format tags path method name schemas caption description slug query expression integration block props defaultExpanded overflow lineNumbers expandable collapsedLineCount fullWidth verticalAlignment'.split(
    ' ',
  );

const data = fc
  .tuple(fc.dictionary(fc.constantFrom(...names), anything, { maxKeys: 10 }), ref, ref, fc.boolean())
  .map(([fields, own, dark, hasRefs]) => ({
    ...fields,
    ...(hasRefs ? { ref: own, refDark: dark, action: { action: 'search', query: fields.query } } : {}),
  }));

const markTypes = [
  'bold',
  'italic',
  'code',
  'strikethrough',
  'keyboard',
  'superscript',
  'subscript',
  'color',
  'x',
];
const mark = fc.record({
  object: fc.constant('mark' as const),
  type: fc.constantFrom(...markTypes),
  data: fc.record({ text: payload, background: payload }),
});
const text = fc.tuple(payload, fc.array(mark, { maxLength: 2 })).map(([words, marks]) => ({
  object: 'text' as const,
  leaves: [{ object: 'leaf' as const, text: words, marks }],
}));

const inlineTypes =
  'link emoji icon inline-math inline-image mention button annotation anchor expression html toString'.split(
    ' ',
  );
const inline = fc
  .tuple(fc.constantFrom(...inlineTypes), data, fc.array(text, { maxLength: 2 }))
  .map(([type, fields, nodes]) => ({
    object: 'inline' as const,
    type,
    data: fields,
    nodes,
    fragments: [
      { object: 'fragment', type: 'annotation-body', nodes: [{ object: 'block', type: 'paragraph', nodes }] },
    ],
  }));
const line = fc.array(fc.oneof(text, inline), { maxLength: 3 });

const blockTypes =
  'paragraph heading-1 heading-2 heading-3 list-unordered list-ordered list-tasks list-item blockquote hint divider code code-line math images image file drawing embed content-ref tabs tabs-item expandable table stepper stepper-step columns column updates update prompt swagger openapi-operation openapi-schemas openapi-webhook integration reusable-content if html conflict tag __proto__'.split(
    ' ',
  );
const columnTypes = [
  'text',
  'number',
  'checkbox',
  'rating',
  'select',
  'files',
  'users',
  'content-ref',
  'image',
];

const tableData = fc
  .tuple(fc.constantFrom(...columnTypes), payload, anything, ref, fc.constantFrom('grid', 'cards'))
  .map(([type, words, value, target, view]) => ({
    view: {
      type: view,
      columns: ['a', 'b'],
      cardSize: words,
      targetDefinition: 'b',
      coverDefinition: 'a',
      columnWidths: { a: 3 },
    },
    definition: {
      a: {
        id: 'a',
        title: words,
        type,
        textAlignment: words,
        max: words,
        options: [{ value: words, label: words, color: words }],
      },
      b: { id: 'b', title: words, type: 'content-ref' },
    },
    records: {
      [words]: { orderIndex: words, values: { a: Array.isArray(value) ? [words] : value, b: target } },
    },
  }));

// Some types are unknown, as in a document of another version.
const { block } = fc.letrec<{ block: object }>((tie) => ({
  block: fc
    .tuple(
      fc.constantFrom(...blockTypes),
      data,
      payload,
      tableData,
      fc.oneof({ maxDepth: 3, withCrossShrink: true }, line, fc.array(tie('block'), { maxLength: 3 })),
      line,
    )
    .map(([type, fields, id, table, nodes, words]) => {
      const paragraph = { object: 'block', type: 'paragraph', nodes: words };
      const part = (name: string) => ({
        object: 'fragment',
        type: name,
        fragment: name,
        nodes: [paragraph],
      });
      return {
        object: 'block',
        type,
        key: id,
        data: type === 'table' ? table : fields,
        meta: { id },
        nodes,
        fragments: ['caption', 'body', 'expandable-title', 'expandable-body', id].map(part),
      };
    }),
}));

/** A document with malicious text everywhere. */
export const hostileDocument: fc.Arbitrary<Document> = fc
  .array(block, { minLength: 1, maxLength: 5 })
  .map((nodes) => ({ object: 'document', data: {}, nodes }) as Document);
