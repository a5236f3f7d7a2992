import type { Block } from '@lectern/document';
import { codeFigure } from '../document/code.ts';
import { tabList } from '../document/containers.ts';
import type { Rendering } from '../document/context.ts';
import { objectOf, refOf, textIn } from '../document/data.ts';
import { type Child, classes, h } from '../html/html.ts';
import { icon } from '../html/icons.ts';
import { type FoundOperation, operationOf } from './block-operation.ts';
import {
  type Content,
  contentOf,
  extensionOf,
  isHidden,
  type OpenApiDocument,
  type Operation,
  resolve,
  truncate,
} from './description.ts';
import { contentExample, printExample } from './example.ts';
import { openapiLink } from './link.ts';
import { anchorOf, namesOf } from './model-links.ts';
import { fieldsPerSchema } from './nesting.ts';
import type { OmittedFields } from './resolve-schema.ts';
import { samplesOf } from './samples.ts';
import { createSchemaContext, field, schemaBody } from './schema.ts';
import { tryItOf } from './try-it.ts';

/** The OpenAPI document of a block. */
function documentOf(node: Block, rendering: Rendering): OpenApiDocument | undefined {
  const ref = refOf(node.data?.ref);
  return ref && rendering.context.openapiOf?.(ref);
}

const methods: Readonly<Record<string, string>> = {
  get: 'green',
  post: 'blue',
  put: 'orange',
  patch: 'orange',
  delete: 'red',
};

const methodBadge = (method: string): Child => {
  const color = Object.hasOwn(methods, method) ? methods[method] : 'purple';
  return h('span', { class: `method fill-${color} color-${color}` }, method.toUpperCase());
};

/** Renders an operation or a webhook. */
export function operation(node: Block, rendering: Rendering): Child {
  const target = operationOf(node, rendering.context.openapiOf);
  if (!target.found) return openapiLink(node, target.title, rendering);
  return !isHidden(target.found.value) && renderOperation(target, node, rendering);
}

const schemaContext = (
  found: Operation,
  document: OpenApiDocument,
  rendering: Rendering,
  omitted?: OmittedFields,
) =>
  createSchemaContext(
    document,
    rendering,
    extensionOf('x-expandAllModelSections', found, document) === true,
    omitted,
    fieldsPerSchema(found),
  );

const PARAMETER_GROUPS = [
  ['path', 'inPath'],
  ['query', 'inQuery'],
  ['header', 'inHeader'],
  ['cookie', 'inCookie'],
] as const;

/** The deprecation and stability badges of an operation. */
function badges({ value }: Operation, { messages }: Rendering): Child {
  const stability = textIn(value, 'x-stability');
  const isDeprecated = value.deprecated === true;
  const sunset = textIn(value, 'x-deprecated-sunset');
  return (
    (isDeprecated || stability) &&
    h(
      'p',
      null,
      isDeprecated &&
        h(
          'span',
          { class: 'pill fill-orange' },
          messages.deprecated,
          sunset && [' · ', h('time', { datetime: truncate(sunset, 30) }, truncate(sunset, 30))],
        ),
      stability && h('span', { class: 'pill fill-purple' }, stability),
    )
  );
}

/** The request body of an operation. */
const requestBody = ({ found, document, isWebhook }: FoundOperation, rendering: Rendering): Child =>
  found.body && [
    h('h4', { class: 'api-part' }, rendering.messages.requestBody, contentTypes(found.body)),
    // The API itself sends the request of a webhook, with its read-only fields.
    schemaBody(
      found.body.value.schema,
      schemaContext(found, document, rendering, isWebhook ? undefined : 'readOnly'),
    ),
  ];

/** The samples of the request, which a webhook does not have. */
function requestSamples(target: FoundOperation, rendering: Rendering): Child {
  const { found, document, isWebhook } = target;
  const samples = isWebhook ? [] : samplesOf(found, document);
  const form = tryItOf(target, rendering.messages);
  if (samples.length === 0 && !form) return false;
  return h(
    'div',
    // The script adds the choice of a server and the form that sends a request.
    { class: 'api-request', 'data-try': form && JSON.stringify(form) },
    h('div', { class: 'api-head' }, h('p', { class: 'api-label' }, rendering.messages.request)),
    samples.length > 0 &&
      tabList(
        samples.map(({ label, syntax, source }) => ({
          title: label,
          body: codeFigure({ source, syntax }, rendering),
        })),
        rendering,
        'tabs-small',
      ),
  );
}

function renderOperation(target: FoundOperation, node: Block, rendering: Rendering): Child {
  const { found, document, title, isWebhook } = target;
  const { messages } = rendering;
  const isDeprecated = found.value.deprecated === true;
  return h(
    'section',
    { class: 'api full' },
    h(
      'div',
      { class: 'api-text' },
      h(
        'h3',
        { id: rendering.anchor(node.meta?.id), class: classes('heading', isDeprecated && 'gone') },
        title,
      ),
      badges(found, rendering),
      h(
        'div',
        { class: 'api-line' },
        methodBadge(found.method),
        h('code', null, !isWebhook && h('span', { class: 'api-server' }, found.server), found.path),
      ),
      rendering.markdown(found.value.description),
      authorization(found, rendering),
      PARAMETER_GROUPS.map(([place, label]) =>
        parameters(found, place, messages[label], document, rendering),
      ),
      requestBody(target, rendering),
      h('h4', { class: 'api-part' }, messages.responses),
      found.responses.map(([status, response]) =>
        renderResponse(status, response, found, document, rendering),
      ),
    ),
    h(
      'div',
      { class: 'api-samples' },
      requestSamples(target, rendering),
      responseSamples(found, document, rendering),
    ),
  );
}

function authorization({ security }: Operation, rendering: Rendering): Child {
  const sets = security.filter((set) => set.length > 0);
  if (sets.length === 0) return false;
  return [
    h('h4', { class: 'api-part' }, rendering.messages.authorization),
    sets.length > 1 && h('p', { class: 'field-type' }, `${rendering.messages.oneOf}:`),
    sets.map((set) =>
      h(
        'ul',
        { class: 'fields' },
        set.map((scheme) => securityScheme(scheme, rendering)),
      ),
    ),
  ];
}

const securityScheme = (scheme: Readonly<Record<string, unknown>>, rendering: Rendering): Child =>
  h(
    'li',
    { class: 'field' },
    h(
      'div',
      { class: 'field-head' },
      h('code', { class: 'field-name' }, truncate(textIn(scheme, 'name') ?? String(scheme.key))),
      h(
        'span',
        { class: 'field-type' },
        [scheme.type, scheme.scheme, scheme.in].filter((one) => typeof one === 'string').join(' · '),
      ),
    ),
    h('div', { class: 'field-text flow' }, rendering.markdown(scheme.description)),
  );

function parameters(
  found: Operation,
  place: string,
  label: string,
  document: OpenApiDocument,
  rendering: Rendering,
): Child {
  const own = found.parameters.filter((one) => one.in === place);
  if (own.length === 0) return false;
  const showing = schemaContext(found, document, rendering);
  return [
    h('h4', { class: 'api-part' }, label),
    h(
      'ul',
      { class: 'fields' },
      own.map((one) => valueField(String(one.name), one, showing)),
    ),
  ];
}

/** A parameter or a header. */
const valueField = (
  name: string,
  one: Readonly<Record<string, unknown>>,
  showing: ReturnType<typeof createSchemaContext>,
): Child =>
  field(
    name,
    one.schema ?? contentOf(one)?.value.schema,
    {
      required: one.required === true,
      description: one.description,
      deprecated: one.deprecated === true,
    },
    showing,
  );

const contentTypes = ({ type, others }: Content): Child =>
  [type, ...others].map((one) => h('code', null, one));

const statusClass = (status: string): string => `status status-${/^[1-5]/.exec(status)?.[0] ?? 'other'}`;

function renderResponse(
  status: string,
  response: Readonly<Record<string, unknown>>,
  found: Operation,
  document: OpenApiDocument,
  rendering: Rendering,
): Child {
  const content = contentOf(response);
  const head = [
    h('span', { class: statusClass(status) }, status),
    h('span', { class: 'answer-text' }, truncate(textIn(response, 'description')?.split('\n', 1)[0] ?? '')),
  ];
  const headers = Object.entries(objectOf(response.headers)).slice(0, 50);
  const schema = content?.value.schema;
  if (!schema && headers.length === 0) return h('div', { class: 'answer' }, head);
  const showing = schemaContext(found, document, rendering, 'writeOnly');
  return h(
    'details',
    { class: 'answer', open: extensionOf('x-expandAllResponses', found, document) === true },
    h('summary', null, head, content && contentTypes(content), icon('chevron-right', 'turn')),
    headers.length > 0 && [
      h('p', { class: 'field-type' }, `${rendering.messages.headers}:`),
      h(
        'ul',
        { class: 'fields' },
        headers.map(([name, one]) => valueField(name, resolve(one, document), showing)),
      ),
    ],
    schema !== undefined && schemaBody(schema, showing),
  );
}

function responseSamples(found: Operation, document: OpenApiDocument, rendering: Rendering): Child {
  const tabs = found.responses.slice(0, 12).flatMap(([status, response]) => {
    const content = contentOf(response);
    const example =
      content && response['x-hideSample'] !== true
        ? contentExample(content, document, 'writeOnly')
        : undefined;
    return example === undefined
      ? []
      : [
          {
            title: status,
            body: codeFigure(
              { source: printExample(example), syntax: content!.type.includes('json') ? 'json' : undefined },
              rendering,
            ),
          },
        ];
  });
  return (
    tabs.length > 0 && [
      h('p', { class: 'api-label' }, rendering.messages.responses),
      tabList(tabs, rendering, 'tabs-small'),
    ]
  );
}

/** Renders schemas by name. */
export function schemas(node: Block, rendering: Rendering): Child {
  const names = namesOf(node);
  const document = documentOf(node, rendering);
  const all = objectOf(objectOf(document?.components).schemas);
  if (!document) return openapiLink(node, names.join(', '), rendering);
  return names
    .filter((name) => Object.hasOwn(all, name) && !isHidden(objectOf(all[name])))
    .map((name) =>
      h(
        'section',
        { class: 'api-schema' },
        h('h3', { class: 'heading', id: rendering.anchor(anchorOf(node, name)) }, name),
        rendering.markdown(resolve(all[name], document).description),
        schemaBody(
          { $ref: `#/components/schemas/${name.replaceAll('~', '~0').replaceAll('/', '~1')}` },
          createSchemaContext(document, rendering),
        ),
      ),
    );
}
