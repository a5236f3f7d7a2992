import { objectOf, textIn } from '../document/data.ts';

/** A whole OpenAPI 3 document, as parsed. Nothing about its shape is taken for granted. */
export type OpenApiDocument = Readonly<Record<string, unknown>>;

type Json = Readonly<Record<string, unknown>>;

/** Whatever a value means: itself, or what its reference inside the document points at. */
export function follow(value: unknown, document: OpenApiDocument): unknown {
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

/** The thing that a value means, with nothing in it where it means none. */
export const resolve = (value: unknown, document: OpenApiDocument): Json => objectOf(follow(value, document));

/** A text that stands where there is room for a few words. */
export const short = (text: string, most = 300): string =>
  text.length > most ? `${text.slice(0, most)}…` : text;

/** A list in a document. */
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Whether whoever wrote it asks that a thing is not shown. */
export const isHidden = (value: Json): boolean =>
  value['x-internal'] === true || value['x-gitbook-ignore'] === true;

/** A wish that an operation has for itself, or the document for all of them. */
export const wishOf = (
  name: string,
  { value }: Pick<Operation, 'value'>,
  document: OpenApiDocument,
): unknown => value[name] ?? document[name];

/** One operation with what it has from around it. */
export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly server: string;
  readonly value: Json;
  readonly parameters: readonly Json[];
  readonly body: (Content & { readonly isRequired: boolean }) | undefined;
  readonly responses: readonly (readonly [string, Json])[];
  /** The sets of ways to prove who asks, of which each suffices. */
  readonly security: readonly (readonly Json[])[];
}

/** A kind of content, and the names of the others that are as good. */
export interface Content {
  readonly type: string;
  readonly others: readonly string[];
  readonly value: Json;
}

/** The first kind of content that is offered; JSON before others. */
export function contentOf(value: Json): Content | undefined {
  const kinds = Object.entries(objectOf(value.content));
  const [type, content] = kinds.find(([name]) => name.includes('json')) ?? kinds[0] ?? [];
  if (type === undefined) return undefined;
  const others = kinds.flatMap(([name]) => (name === type ? [] : [name])).slice(0, 10);
  return { type, others, value: objectOf(content) };
}

/** The address of a server, with what its variables are unless somebody says otherwise. */
export const addressOf = (server: Json): string => {
  const variables = objectOf(server.variables);
  return (textIn(server, 'url') ?? '').replaceAll(/\{([^{}]+)\}/g, (written, name: string) => {
    const given = Object.hasOwn(variables, name) ? objectOf(variables[name]).default : undefined;
    return typeof given === 'string' || typeof given === 'number' ? String(given) : written;
  });
};

/** Finds an operation by its path and method, in paths or in webhooks. */
export function findOperation(
  document: OpenApiDocument,
  path: string,
  method: string,
  group: 'paths' | 'webhooks' = 'paths',
): Operation | undefined {
  const all = objectOf(document[group]);
  const item = Object.hasOwn(all, path) ? resolve(all[path], document) : {};
  const value = objectOf(item[method.toLowerCase()]);
  if (Object.keys(value).length === 0) return undefined;
  const given = [...listOf(item.parameters), ...listOf(value.parameters)].map((one) =>
    resolve(one, document),
  );
  // What an operation says of a parameter takes the place of what its path says.
  const parameters = [...new Map(given.map((one) => [`${one.in} ${one.name}`, one])).values()].slice(0, 200);
  const request = resolve(value.requestBody, document);
  const content = contentOf(request);
  const [server] = [value, item, document].flatMap(({ servers }) => listOf(servers));
  return {
    method: method.toLowerCase(),
    path,
    server: addressOf(objectOf(server)).replace(/\/$/, ''),
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
