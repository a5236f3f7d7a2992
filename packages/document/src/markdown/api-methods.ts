import { append } from './append.ts';
import type { Syntax } from './syntax.ts';
import { quoteTagValue, readTagLine } from './tags.ts';

// Older versions of the hosted service describe an operation of an API by tags, without a specification. It is imported as
// what the hosted service made of them later: a heading, tables of parameters, and a tab for each response.

/** A tag of a description with its content. */
interface Part {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** Other tags of the description. */
  readonly parts: Part[];
  readonly nodes: Syntax[];
}

/** An operation of an API. */
interface Operation {
  readonly summary: readonly Syntax[];
  readonly method: string;
  readonly url: string;
  readonly description: readonly Syntax[];
  /** The tables of parameters by their titles. */
  readonly parameters: ReadonlyMap<string, readonly Part[]>;
  readonly responses: readonly { readonly title: string; readonly nodes: readonly Syntax[] }[];
}

/** The tags of descriptions with their attributes, and the tags that they may contain; only some contain other text. */
const tags: Readonly<
  Record<string, { attributes?: readonly string[]; parts?: readonly string[]; hasText?: true }>
> = {
  'api-method': {
    attributes: ['method', 'host', 'path'],
    parts: ['api-method-summary', 'api-method-description', 'api-method-spec'],
  },
  'api-method-summary': { hasText: true },
  'api-method-description': { hasText: true },
  'api-method-spec': { parts: ['api-method-request', 'api-method-response'] },
  'api-method-request': {
    parts: ['path-parameters', 'headers', 'query-parameters', 'body-parameters', 'form-data-parameters'].map(
      (name) => `api-method-${name}`,
    ),
  },
  'api-method-path-parameters': { parts: ['api-method-parameter'] },
  'api-method-headers': { parts: ['api-method-parameter'] },
  'api-method-query-parameters': { parts: ['api-method-parameter'] },
  'api-method-body-parameters': { parts: ['api-method-parameter'] },
  'api-method-form-data-parameters': { parts: ['api-method-parameter'] },
  'api-method-parameter': { attributes: ['name', 'type', 'required'], hasText: true },
  'api-method-response': { parts: ['api-method-response-example'] },
  'api-method-response-example': {
    attributes: ['httpCode'],
    parts: ['api-method-response-example-description'],
    hasText: true,
  },
  'api-method-response-example-description': { hasText: true },
  swagger: {
    attributes: ['method', 'path', 'baseUrl', 'summary', 'expanded'],
    parts: ['swagger-description', 'swagger-parameter', 'swagger-response'],
  },
  'swagger-description': { hasText: true },
  'swagger-parameter': { attributes: ['in', 'name', 'type', 'required'], hasText: true },
  'swagger-response': { attributes: ['status', 'description'], hasText: true },
};

const start = /^\{%\s*(?:api-method|swagger)\s/;
const attribute = /([A-Za-z][\w-]*)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=]+))(?:\s+|$)/y;

/** The attributes of a tag, whose values may lack quotes; undefined if it has others than the known ones. */
function attributesOf(rest: string, known: readonly string[]): Record<string, string> | undefined {
  const found: Record<string, string> = {};
  attribute.lastIndex = 0;
  while (attribute.lastIndex < rest.length) {
    const [, name, double, single, bare] = attribute.exec(rest) ?? [];
    if (name === undefined || !known.includes(name)) return undefined;
    found[name] = double ?? single ?? bare!;
  }
  return found;
}

/** Reads a tag of a description up to its end; undefined if it has unexpected content. */
function readPart(nodes: readonly Syntax[], at: number): { part: Part; end: number } | undefined {
  const { name, rest } = readTagLine(nodes[at]!.value!);
  const { attributes: known = [], parts = [], hasText } = tags[name]!;
  const attributes = attributesOf(rest, known);
  if (!attributes) return undefined;
  const part: Part = { name, attributes, parts: [], nodes: [] };
  for (let next = at + 1; next < nodes.length; next++) {
    const node = nodes[next]!;
    const inner = node.type === 'tag' ? readTagLine(node.value!).name : '';
    if (inner === `end${name}`) return { part, end: next };
    if (parts.includes(inner)) {
      const read = readPart(nodes, next);
      if (!read) return undefined;
      part.parts.push(read.part);
      next = read.end;
    } else if (!hasText || Object.hasOwn(tags, inner) || start.test(node.value ?? '')) return undefined;
    else part.nodes.push(node);
  }
  return undefined;
}

const partsOf = (part: Part | undefined, name: string): readonly Part[] =>
  part?.parts.filter((inner) => inner.name === name) ?? [];

/** The text of paragraphs as one line; undefined if there are other blocks. */
function lineOf(nodes: readonly Syntax[]): readonly Syntax[] | undefined {
  if (!nodes.every(({ type }) => type === 'paragraph')) return undefined;
  return nodes.flatMap(({ children }, at) => [...(at > 0 ? [{ type: 'break' }] : []), ...children!]);
}

const parameterTitles: Readonly<Record<string, string>> = {
  'api-method-path-parameters': 'Path Parameters',
  'api-method-headers': 'Headers',
  'api-method-query-parameters': 'Query Parameters',
  'api-method-body-parameters': 'Request Body',
  'api-method-form-data-parameters': 'Form Data',
  path: 'Path Parameters',
  header: 'Headers',
  query: 'Query Parameters',
  body: 'Request Body',
  cookie: 'Cookies',
};

const text = (value: string): Syntax => ({ type: 'text', value });

function ofApiMethod(part: Part): Operation {
  const spec = partsOf(part, 'api-method-spec')[0];
  const { method = '', host = '', path = '' } = part.attributes;
  const groups = partsOf(spec, 'api-method-request').flatMap(({ parts }) => parts);
  const examples = partsOf(spec, 'api-method-response').flatMap(({ parts }) => parts);
  return {
    summary: lineOf(partsOf(part, 'api-method-summary').flatMap(({ nodes }) => nodes)) ?? [],
    method,
    url: host + path,
    description: partsOf(part, 'api-method-description').flatMap(({ nodes }) => nodes),
    parameters: new Map(groups.map(({ name, parts }) => [parameterTitles[name]!, parts])),
    responses: examples.map((example) => ({
      title: example.attributes.httpCode ?? '',
      nodes: [...example.parts.flatMap(({ nodes }) => nodes), ...example.nodes],
    })),
  };
}

function ofSwagger(part: Part): Operation {
  const { method = '', baseUrl = '', path = '', summary = '' } = part.attributes;
  const parameters = new Map<string, Part[]>();
  for (const parameter of partsOf(part, 'swagger-parameter')) {
    const title = parameterTitles[parameter.attributes.in ?? ''] ?? 'Parameters';
    parameters.set(title, [...(parameters.get(title) ?? []), parameter]);
  }
  return {
    summary: summary === '' ? [] : [text(summary)],
    method,
    url: baseUrl + path,
    description: partsOf(part, 'swagger-description').flatMap(({ nodes }) => nodes),
    parameters,
    responses: partsOf(part, 'swagger-response').map(({ attributes: { status, description }, nodes }) => ({
      title: [status, description].filter(Boolean).join(' '),
      nodes,
    })),
  };
}

const colored = (color: string, child: Syntax): Syntax => ({
  type: 'element',
  name: 'mark',
  attributes: { style: `color:${color};` },
  opening: `<mark style="color:${color};">`,
  closing: '</mark>',
  children: [child],
});

const methodColors: Readonly<Record<string, string>> = {
  GET: 'blue',
  POST: 'green',
  PUT: 'orange',
  PATCH: 'purple',
  DELETE: 'red',
};

/** A table of parameters; undefined if a description has blocks that no cell can have. */
function parameterTable(parameters: readonly Part[]): Syntax | undefined {
  const row = (...cells: readonly (readonly Syntax[])[]): Syntax => ({
    type: 'tableRow',
    children: cells.map((children) => ({ type: 'tableCell', children })),
  });
  const rows: Syntax[] = [row([text('Name')], [text('Type')], [text('Description')])];
  for (const { attributes, nodes } of parameters) {
    const description = lineOf(nodes);
    if (!description) return undefined;
    const { name = '', type = '', required } = attributes;
    const mark = required === 'true' ? [colored('red', text('*'))] : [];
    rows.push(row([text(name), ...mark], [text(type)], description));
  }
  return { type: 'table', align: [null, null, null], children: rows };
}

/** The nodes of an operation; undefined if a table of it cannot be made. */
function nodesOf({
  summary,
  method,
  url,
  description,
  parameters,
  responses,
}: Operation): readonly Syntax[] | undefined {
  const name = method.toUpperCase();
  const out: Syntax[] = summary.length > 0 ? [{ type: 'heading', depth: 2, children: summary }] : [];
  const code = (value: string): Syntax => ({ type: 'inlineCode', value });
  const line = [colored(methodColors[name] ?? 'blue', code(name)), text(' '), code(url)];
  out.push({ type: 'paragraph', children: line });
  append(out, description);
  for (const [title, list] of parameters) {
    const table = parameterTable(list);
    if (!table) return undefined;
    out.push({ type: 'heading', depth: 4, children: [text(title)] }, table);
  }
  const tag = (value: string): Syntax => ({ type: 'tag', value });
  if (responses.length > 0) {
    out.push(tag('{% tabs %}'));
    for (const { title, nodes } of responses) {
      out.push(tag(`{% tab title=${quoteTagValue(title)} %}`));
      append(out, nodes);
      out.push(tag('{% endtab %}'));
    }
    out.push(tag('{% endtabs %}'));
  }
  return out;
}

/** Replaces descriptions of API operations by headings, tables and tabs; those with unexpected content stay as they are. */
export function withApiMethods(nodes: readonly Syntax[]): readonly Syntax[] {
  if (!nodes.some(({ type, value }) => type === 'tag' && start.test(value!))) return nodes;
  const out: Syntax[] = [];
  for (let at = 0; at < nodes.length; at++) {
    const node = nodes[at]!;
    const read = node.type === 'tag' && start.test(node.value!) ? readPart(nodes, at) : undefined;
    const hasMethod = read && (read.part.attributes.method ?? '') !== '';
    const operation = hasMethod && (read.part.name === 'swagger' ? ofSwagger : ofApiMethod)(read.part);
    const made = operation ? nodesOf(operation) : undefined;
    if (made) {
      append(out, made);
      at = read!.end;
    } else out.push(node);
  }
  return out;
}
