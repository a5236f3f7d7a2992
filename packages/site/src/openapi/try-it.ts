import { BLOCKS, type Block, type Document, type Fragment, type Node } from '@lectern/document';
import type { RenderContext } from '../document/context.ts';
import { textIn } from '../document/data.ts';
import type { Messages } from '../language/messages.ts';
import { type FoundOperation, operationOf } from './block-operation.ts';
import { extensionOf, isHidden, type OpenApiDocument, type Operation, truncate } from './description.ts';
import { contentExample, parameterExample, printExample } from './example.ts';
import { type FormField, formOf } from './form.ts';

const MAX_BODY_LENGTH = 20_000;
const MAX_FIELDS = 60;

/** A field of the form: a parameter of the request, or a credential. */
interface Field {
  readonly in: 'path' | 'query' | 'header';
  readonly name: string;
  readonly value: string;
  readonly isRequired: boolean;
  readonly isSecret?: true;
  /** Written before the value: `Bearer `. */
  readonly prefix?: string;
}

/** The data from which the script makes the form that sends a request. */
export interface TryIt {
  readonly method: string;
  readonly path: string;
  readonly servers: readonly string[];
  /** Whether requests can be sent; otherwise readers only choose a server for the samples. */
  readonly isOpen: boolean;
  readonly fields: readonly Field[];
  readonly body?: {
    readonly type: string;
    readonly value: string;
    /** The parts of a multipart body, instead of a text. */
    readonly parts?: readonly FormField[];
  };
  readonly labels: Readonly<Record<string, string>>;
}

// Without placeholders that nobody fills.
const isReachable = (url: string): boolean => /^https?:\/\/[^{}]+$/i.test(url) && URL.canParse(url);

type Json = Readonly<Record<string, unknown>>;

/** The fields of a security scheme. Browsers do not send other cookies, and mutual TLS needs none. */
function credentialFields(scheme: Json): readonly Field[] {
  const field = { isRequired: false, isSecret: true, value: '' } as const;
  if (scheme.type === 'apiKey')
    return scheme.in === 'header' || scheme.in === 'query'
      ? [
          {
            ...field,
            in: scheme.in,
            name: truncate(String(scheme.name), 100),
            prefix: textIn(scheme, 'x-gitbook-prefix') && `${textIn(scheme, 'x-gitbook-prefix')} `,
          },
        ]
      : [];
  if (scheme.type === 'mutualTLS') return [];
  const isBasic = scheme.type === 'http' && String(scheme.scheme).toLowerCase() === 'basic';
  return [{ ...field, in: 'header', name: 'Authorization', prefix: isBasic ? 'Basic ' : 'Bearer ' }];
}

function parameterFields({ parameters }: Operation, document: OpenApiDocument): readonly Field[] {
  return parameters.flatMap((one): Field[] => {
    const { in: place, name } = one;
    if ((place !== 'path' && place !== 'query' && place !== 'header') || typeof name !== 'string') return [];
    const example = parameterExample(one, document);
    const isRequired = one.required === true || place === 'path';
    const value = typeof example === 'object' ? JSON.stringify(example) : String(example ?? '');
    // Optional parameters are empty at first, so that they are not sent.
    return [{ in: place, name, isRequired, value: isRequired ? truncate(value, 1_000) : '' }];
  });
}

function bodyOf({ body }: Operation, document: OpenApiDocument): TryIt['body'] {
  if (!body) return undefined;
  const example = contentExample(body, document, 'readOnly');
  const form = formOf(body, example, document);
  if (form?.isMultipart)
    return {
      type: body.type,
      value: '',
      parts: form.fields
        .slice(0, MAX_FIELDS)
        .map((part) => ({ ...part, value: part.isFile ? '' : truncate(part.value, 1_000) })),
    };
  const value = form
    ? new URLSearchParams(
        form.fields.map(({ name, value: text }): [string, string] => [name, text]),
      ).toString()
    : printExample(example);
  return { type: body.type, value: value.length > MAX_BODY_LENGTH ? '' : value };
}

/** The data of the form for an operation; undefined if there is nothing to choose or to send. */
export function tryItOf(
  { found, document, isWebhook }: FoundOperation,
  messages: Messages,
): TryIt | undefined {
  const servers = found.servers.filter(isReachable);
  const isHiddenPanel = extensionOf('x-hideTryItPanel', found, document) === true;
  const body = bodyOf(found, document);
  // A multipart body without known parts cannot be sent.
  const hasUnknownParts = /^multipart\//i.test(body?.type ?? '') && !body?.parts;
  const isOpen = !isWebhook && !isHiddenPanel && !hasUnknownParts && servers.length > 0;
  if (isWebhook || (!isOpen && found.servers.length < 2)) return undefined;
  const credentials = (found.security[0] ?? []).flatMap(credentialFields);
  return {
    method: found.method.toUpperCase(),
    path: found.path,
    servers: isOpen ? servers : found.servers,
    isOpen,
    fields: isOpen ? [...credentials, ...parameterFields(found, document)].slice(0, MAX_FIELDS) : [],
    ...(isOpen && body && { body }),
    labels: {
      server: messages.server,
      tryIt: messages.tryIt,
      send: messages.send,
      running: messages.requestRunning,
      failed: messages.requestFailed,
      noBody: messages.noBody,
      body: messages.requestBody,
      required: messages.required,
      close: messages.close,
    },
  };
}

const MAX_ORIGINS = 20;

/** The origins of the servers that the operations of a document can be tried at. */
export function serverOriginsIn(
  document: Document,
  openapiOf: RenderContext['openapiOf'],
): readonly string[] {
  const origins = new Set<string>();
  const visit = (node: Node | Fragment): void => {
    if (node.object === 'text') return;
    if (node.object === 'block' && BLOCKS[node.type]?.isOpenApi)
      for (const url of serversOf(node, openapiOf)) origins.add(new URL(url).origin);
    for (const child of node.nodes ?? []) visit(child);
    if (node.object !== 'fragment') for (const part of node.fragments ?? []) visit(part);
  };
  for (const block of document.nodes) visit(block);
  return [...origins].slice(0, MAX_ORIGINS);
}

function serversOf(node: Block, openapiOf: RenderContext['openapiOf']): readonly string[] {
  const { found, isWebhook } = operationOf(node, openapiOf);
  return found && !isWebhook && !isHidden(found.value) ? found.servers.filter(isReachable) : [];
}
