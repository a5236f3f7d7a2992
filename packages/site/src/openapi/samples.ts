import { objectOf, textIn } from '../document/data.ts';
import {
  contentOf,
  extensionOf,
  listOf,
  type OpenApiDocument,
  type Operation,
  truncate,
} from './description.ts';
import { contentExample, parameterExample, printExample } from './example.ts';
import { type Form, type FormField, formOf } from './form.ts';
import { pathPart, queryParts } from './query.ts';

/** A request sample in one language. */
export interface Sample {
  readonly label: string;
  readonly syntax: string;
  readonly source: string;
}

/** A request with example values. */
interface Request {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: unknown;
  readonly isJson: boolean;
  readonly form: Form | undefined;
  readonly responseFormat: ResponseFormat;
}

/** The format of the response body; undefined if there is none. */
type ResponseFormat = 'json' | 'text' | 'bytes' | undefined;

const TEXT_TYPES = /^text\/|xml|yaml|html|csv|javascript|x-www-form-urlencoded/i;

function responseFormatOf({ method, responses }: Operation): ResponseFormat {
  const successful = responses.filter(([status]) => status.startsWith('2'));
  const relevant = successful.length > 0 ? successful : responses.filter(([status]) => status === 'default');
  const types = relevant.flatMap(([, response]) => Object.keys(objectOf(response.content)));
  if (method === 'head' || types.length === 0) return undefined;
  if (types.some((type) => /json|\*\/\*/i.test(type))) return 'json';
  return types.some((type) => TEXT_TYPES.test(type)) ? 'text' : 'bytes';
}

function requestOf(operation: Operation, document: OpenApiDocument): Request {
  const exampleFor = (one: Parameter): unknown =>
    contentExample(contentOf(one) ?? { type: '*/*', others: [], value: one }, document, undefined) ?? 'text';
  const headerValue = (one: Parameter): string => {
    const value = exampleFor(one);
    if (Array.isArray(value)) return truncate(value.map(String).join(','));
    return truncate(typeof value === 'object' ? JSON.stringify(value) : String(value));
  };
  const parametersIn = (place: string) =>
    operation.parameters.filter((one) => one.in === place && typeof one.name === 'string');
  const requiredIn = (place: string) => parametersIn(place).filter((one) => one.required === true);
  const path = operation.path.replace(/\{([^{}]+)\}/g, (placeholder, name: string) => {
    const known = parametersIn('path').find((one) => one.name === name);
    const value = known && parameterExample(known, document);
    // A parameter without an example stays a placeholder.
    return value === undefined ? placeholder : pathPart(known!, value);
  });
  const credentials = (operation.security[0] ?? []).map(credentialsOf);
  const pairsIn = (place: 'query' | 'cookie') => [
    ...requiredIn(place).flatMap((one) => queryParts(one, exampleFor(one))),
    ...credentials.flatMap((proof) =>
      (proof[place] ?? []).flatMap(([name, value]) => queryParts({ name }, value)),
    ),
  ];
  const query = pairsIn('query').join('&');
  const cookie = pairsIn('cookie').join('; ');
  const body = operation.body && contentExample(operation.body, document, 'readOnly');
  const form = operation.body && formOf(operation.body, body, document);
  const headers = [
    ...credentials.flatMap(({ header = [] }) => header),
    ...requiredIn('header').map((one) => [String(one.name), headerValue(one)] as const),
    ...(cookie ? [['Cookie', cookie] as const] : []),
    // HTTP clients set the Content-Type of forms themselves, with the boundary.
    ...(operation.body && !form ? [['Content-Type', operation.body.type] as const] : []),
  ];
  return {
    method: operation.method.toUpperCase(),
    url: `${operation.server}${path}${query && `?${query}`}`,
    headers,
    body: form ? undefined : body,
    isJson: operation.body?.type.includes('json') ?? false,
    form,
    responseFormat: responseFormatOf(operation),
  };
}

type Parameter = Readonly<Record<string, unknown>>;
type Pairs = readonly (readonly [name: string, value: string])[];

/** The headers, query parameters and cookies of a security scheme. */
function credentialsOf(scheme: Parameter): Partial<Record<'header' | 'query' | 'cookie', Pairs>> {
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
  // curl reads values that start with @ or < from a file.
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

function javascript({ method, url, headers, body, isJson, form, responseFormat }: Request): string {
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
  return `${form ? javascriptForm(form) : ''}const response = await fetch(${JSON.stringify(url)}, {\n  ${options.join('\n  ')}\n});${responseFormat ? READ_IN_JAVASCRIPT[responseFormat] : ''}`;
}

/** Prints JSON as a Python literal: null, true and false differ. */
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

/** Prints a form for Python; `files` makes it multipart, also without files. */
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

function python({ method, url, headers, body, isJson, form, responseFormat }: Request): string {
  const options = [
    JSON.stringify(url),
    ...(headers.length > 0 ? [`headers=${pythonValue(Object.fromEntries(headers), 2)}`] : []),
    ...(body === undefined
      ? []
      : [isJson ? `json=${pythonValue(body, 2)}` : `data=${JSON.stringify(printExample(body))}`]),
    ...(form ? [pythonForm(form)] : []),
  ];
  return `import requests\n\nresponse = requests.${method.toLowerCase()}(\n    ${options.join(',\n    ')},\n)${responseFormat ? READ_IN_PYTHON[responseFormat] : ''}`;
}

const syntaxes: Readonly<Record<string, string>> = {
  curl: 'bash',
  shell: 'bash',
  node: 'javascript',
  js: 'javascript',
};

/** The samples of an operation: those of the document, or else generated ones in three languages. */
export function samplesOf(operation: Operation, document: OpenApiDocument): readonly Sample[] {
  const own =
    operation.value['x-code-samples'] ??
    operation.value['x-custom-examples'] ??
    extensionOf('x-codeSamples', operation, document);
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
