import { objectOf, textIn } from '../document/data.ts';
import { contentOf, listOf, type OpenApiDocument, type Operation, short, wishOf } from './description.ts';
import { contentExample, printExample, toldExample } from './example.ts';
import { type Form, type FormField, formOf } from './form.ts';
import { pathPart, queryParts } from './query.ts';

/** A request as it is written in one language. */
export interface Sample {
  readonly label: string;
  readonly syntax: string;
  readonly source: string;
}

/** A request with everything filled in. */
interface Request {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: unknown;
  readonly isJson: boolean;
  readonly form: Form | undefined;
  readonly reply: Reply;
}

/** How what is answered is read; undefined where there is nothing to read. */
type Reply = 'json' | 'text' | 'bytes' | undefined;

const AS_TEXT = /^text\/|xml|yaml|html|csv|javascript|x-www-form-urlencoded/i;

function replyOf({ method, responses }: Operation): Reply {
  const good = responses.filter(([status]) => status.startsWith('2'));
  const taken = good.length > 0 ? good : responses.filter(([status]) => status === 'default');
  const types = taken.flatMap(([, response]) => Object.keys(objectOf(response.content)));
  if (method === 'head' || types.length === 0) return undefined;
  if (types.some((type) => /json|\*\/\*/i.test(type))) return 'json';
  return types.some((type) => AS_TEXT.test(type)) ? 'text' : 'bytes';
}

function requestOf(operation: Operation, document: OpenApiDocument): Request {
  const exampleFor = (one: Parameter): unknown =>
    contentExample(contentOf(one) ?? { type: '*/*', others: [], value: one }, document, undefined) ?? 'text';
  const headerValue = (one: Parameter): string => {
    const value = exampleFor(one);
    if (Array.isArray(value)) return short(value.map(String).join(','));
    return short(typeof value === 'object' ? JSON.stringify(value) : String(value));
  };
  const named = (place: string) =>
    operation.parameters.filter((one) => one.in === place && typeof one.name === 'string');
  const asked = (place: string) => named(place).filter((one) => one.required === true);
  const path = operation.path.replace(/\{([^{}]+)\}/g, (whole, name: string) => {
    const known = named('path').find((one) => one.name === name);
    const value = known && toldExample(known, document);
    // What nobody told is for who sends it to fill in.
    return value === undefined ? whole : pathPart(known!, value);
  });
  const proofs = (operation.security[0] ?? []).map(proofOf);
  const pairsIn = (place: 'query' | 'cookie') => [
    ...asked(place).flatMap((one) => queryParts(one, exampleFor(one))),
    ...proofs.flatMap((proof) =>
      (proof[place] ?? []).flatMap(([name, value]) => queryParts({ name }, value)),
    ),
  ];
  const query = pairsIn('query').join('&');
  const cookie = pairsIn('cookie').join('; ');
  const body = operation.body && contentExample(operation.body, document, 'readOnly');
  const form = operation.body && formOf(operation.body, body, document);
  const headers = [
    ...proofs.flatMap(({ header = [] }) => header),
    ...asked('header').map((one) => [String(one.name), headerValue(one)] as const),
    ...(cookie ? [['Cookie', cookie] as const] : []),
    // Of a form, whatever sends it says that by itself, with where its parts end.
    ...(operation.body && !form ? [['Content-Type', operation.body.type] as const] : []),
  ];
  return {
    method: operation.method.toUpperCase(),
    url: `${operation.server}${path}${query && `?${query}`}`,
    headers,
    body: form ? undefined : body,
    isJson: operation.body?.type.includes('json') ?? false,
    form,
    reply: replyOf(operation),
  };
}

type Parameter = Readonly<Record<string, unknown>>;
type Pairs = readonly (readonly [name: string, value: string])[];

/** What a way of proving who asks adds to a request, by where it stands. */
function proofOf(scheme: Parameter): Partial<Record<'header' | 'query' | 'cookie', Pairs>> {
  const token = textIn(scheme, 'x-gitbook-token-placeholder') ?? 'YOUR_TOKEN';
  const place = scheme.in === 'query' || scheme.in === 'cookie' ? scheme.in : 'header';
  if (scheme.type === 'apiKey') return { [place]: [[String(scheme.name), token]] };
  if (scheme.type === 'mutualTLS') return {};
  const isBasic = scheme.type === 'http' && String(scheme.scheme).toLowerCase() === 'basic';
  return { header: [['Authorization', `${isBasic ? 'Basic' : 'Bearer'} ${token}`]] };
}

const shellQuote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

const indented = (text: string, spaces: number): string => text.replaceAll('\n', `\n${' '.repeat(spaces)}`);

const curlField = ({ name, value, isFile }: FormField): string => {
  if (isFile) return `-F ${shellQuote(`${name}=@${value}`)}`;
  // At the beginning of a value, these two mean a file.
  return `${/^[@<]/.test(value) ? '--form-string' : '-F'} ${shellQuote(`${name}=${value}`)}`;
};

const curlForm = ({ isMultipart, fields }: Form): string[] =>
  fields.map((field) =>
    isMultipart ? curlField(field) : `--data-urlencode ${shellQuote(`${field.name}=${field.value}`)}`,
  );

function curl({ method, url, headers, body, form }: Request): string {
  const parts = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${shellQuote(url)}`,
    ...headers.map(([name, value]) => `-H ${shellQuote(`${name}: ${value}`)}`),
    ...(form ? curlForm(form) : []),
    ...(body === undefined ? [] : [`-d ${shellQuote(printExample(body))}`]),
  ];
  return parts.join(' \\\n  ');
}

const quoted = (text: string) => JSON.stringify(text);

const javascriptForm = ({ isMultipart, fields }: Form): string => {
  const lines = fields.map(({ name, value, isFile }) =>
    isFile
      ? `form.append(${quoted(name)}, new Blob(['…']), ${quoted(value)});`
      : `form.append(${quoted(name)}, ${quoted(value)});`,
  );
  return [`const form = new ${isMultipart ? 'FormData' : 'URLSearchParams'}();`, ...lines, ''].join('\n');
};

const READ_IN_JAVASCRIPT = {
  json: '\nconst data = await response.json();',
  text: '\nconst text = await response.text();',
  bytes: '\nconst file = await response.blob();',
} as const;

function javascript({ method, url, headers, body, isJson, form, reply }: Request): string {
  const options = [
    `method: '${method}',`,
    ...(headers.length > 0
      ? [
          `headers: {\n${headers.map(([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)},`).join('\n')}\n  },`,
        ]
      : []),
    ...(body === undefined
      ? []
      : [
          isJson
            ? `body: JSON.stringify(${indented(printExample(body), 2)}),`
            : `body: ${JSON.stringify(printExample(body))},`,
        ]),
    ...(form ? ['body: form,'] : []),
  ];
  return `${form ? javascriptForm(form) : ''}const response = await fetch(${JSON.stringify(url)}, {\n  ${options.join('\n  ')}\n});${reply ? READ_IN_JAVASCRIPT[reply] : ''}`;
}

/** JSON as Python writes it: its three words differ. */
const pythonValue = (value: unknown, depth = 1): string => {
  const space = '    '.repeat(depth);
  const end = '    '.repeat(depth - 1);
  if (value === null || value === undefined) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value))
    return value.length === 0
      ? '[]'
      : `[\n${value.map((one) => space + pythonValue(one, depth + 1)).join(',\n')},\n${end}]`;
  if (typeof value === 'object') {
    const fields = Object.entries(value);
    return fields.length === 0
      ? '{}'
      : `{\n${fields.map(([name, one]) => `${space}${JSON.stringify(name)}: ${pythonValue(one, depth + 1)}`).join(',\n')},\n${end}}`;
  }
  return JSON.stringify(value);
};

/** A form in Python: with parts where it has them, even if none of them is a file. */
const pythonForm = ({ isMultipart, fields }: Form): string => {
  const pairs = fields.map(({ name, value, isFile }) => {
    const text = isMultipart ? `(None, ${quoted(value)})` : quoted(value);
    return `        (${quoted(name)}, ${isFile ? `open(${quoted(value)}, "rb")` : text}),\n`;
  });
  return `${isMultipart ? 'files' : 'data'}=[\n${pairs.join('')}    ]`;
};

const READ_IN_PYTHON = {
  json: '\ndata = response.json()',
  text: '\ntext = response.text',
  bytes: '\nfile = response.content',
} as const;

function python({ method, url, headers, body, isJson, form, reply }: Request): string {
  const options = [
    JSON.stringify(url),
    ...(headers.length > 0 ? [`headers=${pythonValue(Object.fromEntries(headers), 2)}`] : []),
    ...(body === undefined
      ? []
      : [isJson ? `json=${pythonValue(body, 2)}` : `data=${JSON.stringify(printExample(body))}`]),
    ...(form ? [pythonForm(form)] : []),
  ];
  return `import requests\n\nresponse = requests.${method.toLowerCase()}(\n    ${options.join(',\n    ')},\n)${reply ? READ_IN_PYTHON[reply] : ''}`;
}

const syntaxes: Readonly<Record<string, string>> = {
  curl: 'bash',
  shell: 'bash',
  node: 'javascript',
  js: 'javascript',
};

/** The samples of an operation: its own where it has some, else the same request in three languages. */
export function samplesOf(operation: Operation, document: OpenApiDocument): readonly Sample[] {
  const own =
    operation.value['x-code-samples'] ??
    operation.value['x-custom-examples'] ??
    wishOf('x-codeSamples', operation, document);
  if (own === false) return [];
  const given = listOf(own)
    .slice(0, 12)
    .flatMap((one): Sample[] => {
      const sample = one as Readonly<Record<string, unknown>> | null;
      const source = sample && textIn(sample, 'source');
      const language = (sample && textIn(sample, 'lang')) ?? 'text';
      return source
        ? [
            {
              label: textIn(sample, 'label') ?? language,
              syntax: syntaxes[language.toLowerCase()] ?? language.toLowerCase(),
              source,
            },
          ]
        : [];
    });
  if (given.length > 0) return given;
  const request = requestOf(operation, document);
  return [
    { label: 'cURL', syntax: 'bash', source: curl(request) },
    { label: 'JavaScript', syntax: 'javascript', source: javascript(request) },
    { label: 'Python', syntax: 'python', source: python(request) },
  ];
}
