import type { Block, Node } from '@lectern/document';
import type { Rendering } from '../document/context.ts';
import { refOf } from '../document/data.ts';
import { listOf, type OpenApiDocument } from './description.ts';

/** The anchors of the schemas that a page shows, by document and name. */
type ModelAnchors = ReadonlyMap<OpenApiDocument, ReadonlyMap<string, string>>;

const MAX_NAMES = 200;

/** The names of the schemas of a block. */
export const namesOf = ({ data }: Block): readonly string[] =>
  listOf(data?.schemas).slice(0, MAX_NAMES).map(String);

/** The anchor of a schema of a block; a block of one schema has its own. */
export const anchorOf = (node: Block, name: string): unknown =>
  namesOf(node).length === 1 ? node.meta?.id : name.toLowerCase();

function* schemaBlocksIn(nodes: readonly Node[]): Generator<Block> {
  for (const node of nodes) {
    if (node.object !== 'block') continue;
    if (node.type === 'openapi-schemas') yield node;
    else yield* schemaBlocksIn(node.nodes ?? []);
  }
}

const known = new WeakMap<readonly Node[], ModelAnchors>();

function anchorsIn({ page, context }: Rendering): ModelAnchors {
  const found = known.get(page);
  if (found) return found;
  const anchors = new Map<OpenApiDocument, Map<string, string>>();
  for (const block of schemaBlocksIn(page)) {
    const ref = refOf(block.data?.ref);
    const document = ref && context.openapiOf?.(ref);
    if (!document) continue;
    const own = anchors.get(document) ?? new Map<string, string>();
    anchors.set(document, own);
    for (const name of namesOf(block)) {
      const anchor = anchorOf(block, name);
      if (typeof anchor === 'string' && anchor !== '' && !own.has(name)) own.set(name, anchor);
    }
  }
  known.set(page, anchors);
  return anchors;
}

/** The link to a schema elsewhere on the page; undefined if the page does not show it. */
export function modelHref(
  name: string | undefined,
  document: OpenApiDocument,
  rendering: Rendering,
): string | undefined {
  const anchor = name === undefined ? undefined : anchorsIn(rendering).get(document)?.get(name);
  return anchor === undefined ? undefined : `#${encodeURIComponent(anchor)}`;
}
