import { objectOf, textIn } from '../document/data.ts';

/** A parsed OpenAPI 3 document, which may be invalid. */
export type OpenApiDocument = Readonly<Record<string, unknown>>;

type Json = Readonly<Record<string, unknown>>;

/** The value itself, or the target of its `$ref` inside the document. */
export function resolveReference(value: unknown, document: OpenApiDocument): unknown {
  let found = value;
  for (let hops = 0; hops < 8; hops++) {
    const ref = textIn(objectOf(found), '$ref');
    if (ref === undefined) return found;
    if (!ref.startsWith('#/')) return undefined;
    let at: unknown = document;
    for (const part of ref.slice(2).split('/')) {
      const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
      const here: unknown = at;
      at =
        typeof here === 'object' && here !== null && Object.hasOwn(here, name)
          ? (here as Json)[name]
          : undefined;
    }
    found = at;
  }
  return undefined;
}

/** The value with its `$ref` resolved, as an object. */
export const resolve = (value: unknown, document: OpenApiDocument): Json =>
  objectOf(resolveReference(value, document));

/** Truncates a text. */
export const truncate = (text: string, max = 300): string =>
  text.length > max ? `${text.slice(0, max)}…` : text;

/** The value if it is an array, else an empty one. */
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Whether an extension hides the object. */
export const isHidden = (value: Json): boolean =>
  value['x-internal'] === true || value['x-gitbook-ignore'] === true;

/** An extension of the operation, or else of the document. */
export const extensionOf = (
  name: string,
  { value }: Pick<Operation, 'value'>,
  document: OpenApiDocument,
): unknown => value[name] ?? document[name];

/** An operation with the parameters of its path, and the servers and security that apply to it. */
export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly server: string;
  /** The URLs of all servers, the first of which is `server`. */
  readonly servers: readonly string[];
  readonly value: Json;
  readonly parameters: readonly Json[];
  readonly body: (Content & { readonly isRequired: boolean }) | undefined;
  readonly responses: readonly (readonly [string, Json])[];
  /** The alternative sets of security schemes. */
  readonly security: readonly (readonly Json[])[];
}

/** The preferred media type of a body, and the names of the others. */
export interface Content {
  readonly type: string;
  readonly others: readonly string[];
  readonly value: Json;
}

/** The content with the preferred media type: JSON, or else the first. */
export function contentOf(value: Json): Content | undefined {
  const kinds = Object.entries(objectOf(value.content));
  const [type, content] = kinds.find(([name]) => name.includes('json')) ?? kinds[0] ?? [];
  if (type === undefined) return undefined;
  const others = kinds.flatMap(([name]) => (name === type ? [] : [name])).slice(0, 10);
  return { type, others, value: objectOf(content) };
}

/** The URL of a server with the default values of its variables. */
export const serverUrl = (server: Json): string => {
  const variables = objectOf(server.variables);
  return (textIn(server, 'url') ?? '').replaceAll(/\{([^{}]+)\}/g, (placeholder, name: string) => {
    const value = Object.hasOwn(variables, name) ? objectOf(variables[name]).default : undefined;
    return typeof value === 'string' || typeof value === 'number' ? String(value) : placeholder;
  });
};

const MAX_SERVERS = 20;

/** The URLs of a server: one for each allowed value of its variables, the default first. */
function serverUrls(server: Json): readonly string[] {
  const variables = Object.entries(objectOf(server.variables)).slice(0, MAX_SERVERS);
  const urls = new Set([serverUrl(server)]);
  for (const [name, given] of variables) {
    const variable = objectOf(given);
    for (const value of listOf(variable.enum))
      if (typeof value === 'string')
        urls.add(
          serverUrl({
            ...server,
            variables: { ...objectOf(server.variables), [name]: { ...variable, default: value } },
          }),
        );
  }
  return [...urls];
}

/** Finds an operation by path and method, or a webhook by name and method. */
export function findOperation(
  document: OpenApiDocument,
  path: string,
  method: string,
  group: 'paths' | 'webhooks' = 'paths',
): Operation | undefined {
  const all = objectOf(document[group]);
  const item = Object.hasOwn(all, path) ? resolve(all[path], document) : {};
  const [, additional] =
    Object.entries(objectOf(item.additionalOperations)).find(
      ([name]) => name.toLowerCase() === method.toLowerCase(),
    ) ?? [];
  const value = objectOf(item[method.toLowerCase()] ?? additional);
  if (Object.keys(value).length === 0) return undefined;
  const given = [...listOf(item.parameters), ...listOf(value.parameters)].map((one) =>
    resolve(one, document),
  );
  // Parameters of the operation override those of the path.
  const parameters = [...new Map(given.map((one) => [`${one.in} ${one.name}`, one])).values()].slice(0, 200);
  const request = resolve(value.requestBody, document);
  const content = contentOf(request);
  const servers =
    [value, item, document].map((holder) => listOf(holder.servers)).find((list) => list.length > 0) ?? [];
  const urls = servers
    .slice(0, MAX_SERVERS)
    .flatMap((server) => serverUrls(objectOf(server)))
    .map((url) => url.replace(/\/$/, ''));
  return {
    method: method.toLowerCase(),
    path,
    server: urls[0] ?? '',
    servers: [...new Set(urls)].slice(0, MAX_SERVERS),
    value,
    parameters,
    body: content && { ...content, isRequired: request.required === true },
    responses: Object.entries(objectOf(value.responses))
      .slice(0, 50)
      .map(([status, one]) => [status, resolve(one, document)] as const),
    security: securityOf(value.security ?? document.security, document),
  };
}

function securityOf(security: unknown, document: OpenApiDocument): Operation['security'] {
  const known = objectOf(objectOf(document.components).securitySchemes);
  return listOf(security)
    .slice(0, 20)
    .map((set) =>
      Object.keys(objectOf(set))
        .filter((name) => Object.hasOwn(known, name))
        .slice(0, 20)
        .map((name) => ({ key: name, ...resolve(known[name], document) })),
    );
}
