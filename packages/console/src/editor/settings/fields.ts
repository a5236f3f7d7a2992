import type { Data } from '@lectern/document';
import type { BlockType, InlineType } from '../../../../document/src/node-types.ts';

/** A choice of a field; the empty value stands for an absent field. */
interface Option {
  readonly value: string;
  readonly label: string;
}

interface Common {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
}

/** A field in the data of a node, and how it is edited. */
export type SettingField =
  | (Common & { readonly kind: 'text'; readonly placeholder?: string; readonly isCode?: boolean })
  | (Common & { readonly kind: 'lines'; readonly placeholder?: string })
  | (Common & { readonly kind: 'expression'; readonly placeholder: string })
  | (Common & { readonly kind: 'choice'; readonly options: readonly Option[] })
  | (Common & { readonly kind: 'check' })
  | (Common & { readonly kind: 'number'; readonly min: number; readonly max: number })
  | (Common & { readonly kind: 'words' })
  | (Common & { readonly kind: 'icon' })
  | (Common & { readonly kind: 'emoji' })
  | (Common & { readonly kind: 'link' })
  | (Common & { readonly kind: 'picture' })
  | (Common & { readonly kind: 'file' })
  | (Common & { readonly kind: 'length' })
  | (Common & { readonly kind: 'date' })
  | (Common & { readonly kind: 'reusable' })
  | (Common & { readonly kind: 'specification' })
  | (Common & { readonly kind: 'json' });

const option = (value: string, label: string): Option => ({ value, label });
const check = (name: string, label: string): SettingField => ({ kind: 'check', name, label });
const fullWidth = check('fullWidth', 'Full width');
const icon: SettingField = { kind: 'icon', name: 'icon', label: 'Icon' };
const align: SettingField = {
  kind: 'choice',
  name: 'align',
  label: 'Alignment',
  options: [option('', 'Start'), option('center', 'Center'), option('end', 'End')],
};
const anchor: SettingField = {
  kind: 'text',
  name: 'id',
  label: 'Anchor',
  placeholder: 'Made from the words',
  hint: 'The part of the address after #.',
};
const heading = [anchor, align];
const picture = [
  { kind: 'picture', name: 'ref', label: 'Image' },
  { kind: 'picture', name: 'refDark', label: 'Image in dark mode' },
  { kind: 'text', name: 'alt', label: 'Description for screen readers' },
] as const satisfies readonly SettingField[];
const specification: SettingField = { kind: 'specification', name: 'ref', label: 'Specification' };
const METHODS = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options', 'trace'];
const method: SettingField = {
  kind: 'choice',
  name: 'method',
  label: 'Method',
  options: METHODS.map((name) => option(name, name.toUpperCase())),
};
const path: SettingField = {
  kind: 'text',
  name: 'path',
  label: 'Path',
  placeholder: '/pets/{id}',
  isCode: true,
};
const headless = check('headless', 'Without a title');
const expression = (label: string, placeholder: string): SettingField => ({
  kind: 'expression',
  name: 'expression',
  label,
  placeholder,
});
const COLORS = ['red', 'orange', 'yellow', 'green', 'blue', 'purple', '$primary'];
const color: SettingField = {
  kind: 'choice',
  name: 'color',
  label: 'Color',
  options: [
    option('', 'Color of the text'),
    ...COLORS.map((name) =>
      option(name, name === '$primary' ? 'Primary' : `${name[0]!.toUpperCase()}${name.slice(1)}`),
    ),
  ],
};

/** The settings of each type of block. */
export const BLOCK_FIELDS: Readonly<Record<BlockType, readonly SettingField[]>> = {
  paragraph: [align],
  'heading-1': heading,
  'heading-2': heading,
  'heading-3': heading,
  blockquote: [],
  divider: [],
  math: [{ kind: 'lines', name: 'formula', label: 'Formula in TeX', placeholder: 'E = mc^2' }],
  hint: [
    {
      kind: 'choice',
      name: 'style',
      label: 'Style',
      options: [
        option('info', 'Info'),
        option('success', 'Success'),
        option('warning', 'Warning'),
        option('danger', 'Danger'),
      ],
    },
    icon,
  ],
  'list-unordered': [],
  'list-ordered': [{ kind: 'number', name: 'start', label: 'First number', min: 0, max: 1_000_000 }],
  'list-tasks': [],
  'list-item': [],
  code: [
    { kind: 'text', name: 'title', label: 'Title', placeholder: 'example.ts' },
    { kind: 'text', name: 'syntax', label: 'Language', placeholder: 'typescript' },
    check('lineNumbers', 'Line numbers'),
    {
      kind: 'choice',
      name: 'overflow',
      label: 'Long lines',
      options: [option('', 'Scroll'), option('wrap', 'Wrap')],
    },
    check('expandable', 'Folded'),
    { kind: 'number', name: 'collapsedLineCount', label: 'Lines shown when folded', min: 1, max: 100 },
    fullWidth,
  ],
  'code-line': [],
  prompt: [
    { kind: 'text', name: 'description', label: 'Description' },
    icon,
    check('openInAIProviders', 'Open in assistants'),
    {
      kind: 'choice',
      name: 'defaultExpanded',
      label: 'Shown',
      options: [
        option('', 'Default'),
        option('hidden', 'Folded'),
        option('partial', 'In part'),
        option('full', 'In full'),
      ],
    },
  ],
  images: [
    {
      kind: 'choice',
      name: 'align',
      label: 'Alignment',
      options: [
        option('', 'Default'),
        option('left', 'Left'),
        option('center', 'Center'),
        option('right', 'Right'),
      ],
    },
    check('withFrame', 'Frame'),
    fullWidth,
  ],
  image: [...picture, { kind: 'length', name: 'width', label: 'Width' }],
  drawing: [{ kind: 'picture', name: 'ref', label: 'Drawing' }],
  file: [{ kind: 'file', name: 'ref', label: 'File' }],
  embed: [
    { kind: 'text', name: 'url', label: 'Address', placeholder: 'https://www.youtube.com/watch?v=…' },
    fullWidth,
  ],
  'content-ref': [{ kind: 'link', name: 'ref', label: 'Page' }],
  table: [fullWidth],
  'table-row': [],
  expandable: [check('defaultExpanded', 'Open at first')],
  tabs: [fullWidth],
  'tabs-item': [{ kind: 'text', name: 'title', label: 'Title' }, icon],
  stepper: [],
  'stepper-step': [icon],
  columns: [fullWidth],
  column: [
    { kind: 'length', name: 'width', label: 'Width' },
    {
      kind: 'choice',
      name: 'verticalAlignment',
      label: 'Placed',
      options: [
        option('', 'Default'),
        option('top', 'Top'),
        option('middle', 'Middle'),
        option('bottom', 'Bottom'),
      ],
    },
  ],
  updates: [
    {
      kind: 'choice',
      name: 'format',
      label: 'Dates',
      options: [option('full', 'Full'), option('short', 'Short'), option('numeric', 'Numeric')],
    },
  ],
  update: [{ kind: 'date', name: 'date', label: 'Date' }],
  if: [expression('Shown if', 'visitor.claims.plan == "pro"')],
  swagger: [
    { kind: 'file', name: 'ref', label: 'Specification' },
    method,
    path,
    check('expanded', 'Expanded'),
    fullWidth,
  ],
  'openapi-operation': [specification, method, path, headless],
  'openapi-schemas': [
    specification,
    { kind: 'words', name: 'schemas', label: 'Schemas', hint: 'Names, separated by commas.' },
    check('grouped', 'Grouped'),
    { kind: 'text', name: 'title', label: 'Title' },
  ],
  'openapi-webhook': [specification, method, { kind: 'text', name: 'name', label: 'Webhook' }, headless],
  integration: [
    { kind: 'text', name: 'url', label: 'Address' },
    { kind: 'json', name: 'props', label: 'Properties (JSON)' },
    fullWidth,
  ],
  'reusable-content': [{ kind: 'reusable', name: 'ref', label: 'Reusable content' }],
  conflict: [],
  'conflict-primary': [],
  'conflict-changed': [],
  html: [{ kind: 'lines', name: 'source', label: 'HTML' }],
  tag: [{ kind: 'lines', name: 'source', label: 'Source' }],
  definition: [],
};

/** The settings of each type of inline. */
export const INLINE_FIELDS: Readonly<Record<InlineType, readonly SettingField[]>> = {
  link: [{ kind: 'link', name: 'ref', label: 'Target' }],
  mention: [{ kind: 'link', name: 'ref', label: 'Target' }],
  button: [
    { kind: 'text', name: 'label', label: 'Label' },
    { kind: 'link', name: 'ref', label: 'Target' },
    {
      kind: 'choice',
      name: 'kind',
      label: 'Style',
      options: [option('primary', 'Primary'), option('secondary', 'Secondary')],
    },
    {
      kind: 'choice',
      name: 'size',
      label: 'Size',
      options: [
        option('', 'Default'),
        option('small', 'Small'),
        option('medium', 'Medium'),
        option('large', 'Large'),
      ],
    },
    icon,
  ],
  annotation: [],
  expression: [expression('Expression', 'space.vars.version')],
  'inline-image': [
    ...picture,
    {
      kind: 'choice',
      name: 'size',
      label: 'Size',
      options: [option('', 'Default'), option('line', 'As high as the line'), option('original', 'Original')],
    },
  ],
  'inline-math': [
    { kind: 'text', name: 'formula', label: 'Formula in TeX', placeholder: 'x^2', isCode: true },
  ],
  emoji: [{ kind: 'emoji', name: 'code', label: 'Emoji' }],
  icon: [icon, color],
  anchor: [],
  html: [{ kind: 'lines', name: 'source', label: 'HTML' }],
  tag: [{ kind: 'text', name: 'source', label: 'Source', isCode: true }],
};

/** The values of emptied fields that a node cannot be without. */
const EMPTY: Readonly<Record<string, unknown>> = {
  ref: { kind: 'url', url: '' },
  formula: '',
  url: '',
  expression: '',
  label: '',
  source: '',
  description: '',
  method: 'get',
  path: '',
  name: '',
  code: '',
  schemas: [],
  props: {},
  style: 'info',
  kind: 'primary',
  format: 'full',
};

/** The data with another value of a field; undefined removes or empties it. Other fields stay as they are. */
export const withField = (data: Data, { name, kind }: SettingField, value: unknown): Data => {
  const isEmpty = value === undefined || value === '' || (kind === 'check' && value === false);
  if (!isEmpty) return { ...data, [name]: value };
  if (Object.hasOwn(EMPTY, name) && Object.hasOwn(data, name)) return { ...data, [name]: EMPTY[name] };
  const { [name]: _, ...rest } = data;
  return rest;
};

/** A width as people write it: pixels, or a percentage. */
export const printLength = (value: unknown): string => {
  if (typeof value === 'number') return String(value);
  const { value: amount, unit } = (value ?? {}) as { value?: unknown; unit?: unknown };
  return typeof amount === 'number' && unit === '%' ? `${amount}%` : '';
};

/** The width that somebody wrote; undefined if there is none, null if it is no width. */
export const parseLength = (text: string): number | { unit: '%'; value: number } | undefined | null => {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  const found = /^(\d+(?:\.\d+)?)\s*(%|px)?$/.exec(trimmed);
  const amount = Number(found?.[1]);
  if (!found || amount <= 0) return null;
  if (found[2] !== '%') return amount;
  return amount <= 100 ? { unit: '%', value: amount } : null;
};
