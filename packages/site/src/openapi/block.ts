import type { Block } from '@lectern/document';
import { codeFigure } from '../document/code.ts';
import { tabList } from '../document/containers.ts';
import type { Rendering } from '../document/context.ts';
import { objectOf, partOf, refOf, textIn, wordsOf } from '../document/data.ts';
import { linkAttributes, targetOf } from '../document/inlines.ts';
import { type Child, classes, h } from '../html/html.ts';
import { icon } from '../html/icons.ts';
import { type FoundOperation, operationOf } from './block-operation.ts';
import {
  type Content,
  contentOf,
  isHidden,
  listOf,
  type OpenApiDocument,
  type Operation,
  resolve,
  short,
  wishOf,
} from './description.ts';
import { contentExample, printExample } from './example.ts';
import type { OmittedFields } from './resolve-schema.ts';
import { samplesOf } from './samples.ts';
import { field, schemaBody, showSchema } from './schema.ts';

/** The OpenAPI document that a block means, if it is known. */
function documentOf(node: Block, rendering: Rendering): OpenApiDocument | undefined {
  const ref = refOf(node.data?.ref);
  return ref && rendering.context.openapiOf?.(ref);
}

/** What is left of a block whose document is not known: where to find it. */
function linkInstead(node: Block, label: string, rendering: Rendering): Child {
  const target = targetOf(node.data?.ref, rendering);
  const body = partOf(node, 'body');
  const id = rendering.anchor(node.meta?.id);
  if (!target)
    return [h('p', { class: 'missing', id }, h('code', null, label)), body && rendering.blocks(body.nodes)];
  const tile = h(
    'a',
    { ...linkAttributes(target.href, rendering), class: 'tile', id },
    h('span', { class: 'tile-icon' }, icon('code')),
    h(
      'span',
      { class: 'tile-text' },
      h('span', { class: 'tile-title' }, label),
      h('span', { class: 'tile-more' }, target.title || target.href),
    ),
    icon('arrow-up-right', 'tile-end'),
  );
  // Mostly the address again.
  const isMore = body && ![target.title, target.href].includes(wordsOf(body).trim());
  return [tile, isMore && rendering.blocks(body.nodes)];
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

/** An operation of an API, or a request that it sends. */
export function operation(node: Block, rendering: Rendering): Child {
  const meant = operationOf(node, rendering.context.openapiOf);
  if (!meant.found) return linkInstead(node, meant.title, rendering);
  return !isHidden(meant.found.value) && show(meant, node, rendering);
}

const shownIn = (
  found: Operation,
  document: OpenApiDocument,
  rendering: Rendering,
  leaving?: OmittedFields,
) => showSchema(document, rendering, wishOf('x-expandAllModelSections', found, document) === true, leaving);

const places = [
  ['path', 'inPath'],
  ['query', 'inQuery'],
  ['header', 'inHeader'],
  ['cookie', 'inCookie'],
] as const;

function show(
  { found, document, title, isWebhook }: FoundOperation,
  node: Block,
  rendering: Rendering,
): Child {
  const { messages } = rendering;
  const stability = textIn(found.value, 'x-stability');
  const isDeprecated = found.value.deprecated === true;
  const sunset = textIn(found.value, 'x-deprecated-sunset');
  const samples = isWebhook ? [] : samplesOf(found, document);
  return h(
    'section',
    { class: 'api full', 'aria-label': title },
    h(
      'div',
      { class: 'api-text' },
      h(
        'h3',
        { id: rendering.anchor(node.meta?.id), class: classes('heading', isDeprecated && 'gone') },
        title,
      ),
      (isDeprecated || stability) &&
        h(
          'p',
          null,
          isDeprecated &&
            h(
              'span',
              { class: 'pill fill-orange' },
              messages.deprecated,
              sunset && [' · ', h('time', { datetime: short(sunset, 30) }, short(sunset, 30))],
            ),
          stability && h('span', { class: 'pill fill-purple' }, stability),
        ),
      h(
        'div',
        { class: 'api-line' },
        methodBadge(found.method),
        h('code', null, !isWebhook && h('span', { class: 'api-server' }, found.server), found.path),
      ),
      rendering.markdown(found.value.description),
      authorization(found, rendering),
      places.map(([place, label]) => parameters(found, place, messages[label], document, rendering)),
      found.body && [
        h('h4', { class: 'api-part' }, messages.requestBody, kindsOf(found.body)),
        // A webhook is a request that the API makes itself.
        schemaBody(
          found.body.value.schema,
          shownIn(found, document, rendering, isWebhook ? undefined : 'readOnly'),
        ),
      ],
      h('h4', { class: 'api-part' }, messages.responses),
      found.responses.map(([status, response]) => answer(status, response, found, document, rendering)),
    ),
    h(
      'div',
      { class: 'api-samples' },
      samples.length > 0 && [
        h('p', { class: 'api-label' }, messages.request),
        tabList(
          samples.map(({ label, syntax, source }) => ({
            title: label,
            body: codeFigure({ source, syntax }, rendering),
          })),
          rendering,
          'tabs-small',
        ),
      ],
      answerSamples(found, document, rendering),
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
        set.map((scheme) => proof(scheme, rendering)),
      ),
    ),
  ];
}

const proof = (scheme: Readonly<Record<string, unknown>>, rendering: Rendering): Child =>
  h(
    'li',
    { class: 'field' },
    h(
      'div',
      { class: 'field-head' },
      h('code', { class: 'field-name' }, short(textIn(scheme, 'name') ?? String(scheme.key))),
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
  const showing = shownIn(found, document, rendering);
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
  showing: ReturnType<typeof showSchema>,
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

const kindsOf = ({ type, others }: Content): Child => [type, ...others].map((one) => h('code', null, one));

const statusClass = (status: string): string => `status status-${/^[1-5]/.exec(status)?.[0] ?? 'other'}`;

function answer(
  status: string,
  response: Readonly<Record<string, unknown>>,
  found: Operation,
  document: OpenApiDocument,
  rendering: Rendering,
): Child {
  const content = contentOf(response);
  const head = [
    h('span', { class: statusClass(status) }, status),
    h('span', { class: 'answer-text' }, short(textIn(response, 'description')?.split('\n', 1)[0] ?? '')),
  ];
  const headers = Object.entries(objectOf(response.headers)).slice(0, 50);
  const schema = content?.value.schema;
  if (!schema && headers.length === 0) return h('div', { class: 'answer' }, head);
  const showing = shownIn(found, document, rendering, 'writeOnly');
  return h(
    'details',
    { class: 'answer', open: wishOf('x-expandAllResponses', found, document) === true },
    h('summary', null, head, content && kindsOf(content), icon('chevron-right', 'turn')),
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

function answerSamples(found: Operation, document: OpenApiDocument, rendering: Rendering): Child {
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

/** Schemas of an API by name. */
export function schemas(node: Block, rendering: Rendering): Child {
  const names = listOf(node.data?.schemas).slice(0, 200).map(String);
  const document = documentOf(node, rendering);
  const all = objectOf(objectOf(document?.components).schemas);
  if (!document) return linkInstead(node, names.join(', '), rendering);
  return names
    .filter((name) => Object.hasOwn(all, name) && !isHidden(objectOf(all[name])))
    .map((name) =>
      h(
        'section',
        { class: 'api-schema', 'aria-label': name },
        h(
          'h3',
          { class: 'heading', id: rendering.anchor(names.length === 1 ? node.meta?.id : name.toLowerCase()) },
          name,
        ),
        rendering.markdown(resolve(all[name], document).description),
        schemaBody(
          { $ref: `#/components/schemas/${name.replaceAll('~', '~0').replaceAll('/', '~1')}` },
          showSchema(document, rendering),
        ),
      ),
    );
}
