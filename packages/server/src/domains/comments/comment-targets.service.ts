import { type Block, compareTextWithBlocks, type Document, readPages } from '@lectern/document';
import { LRUCache } from 'lru-cache';
import { invalid, notFound } from '../../kernel/errors/errors.ts';
import type { RevisionRow, RevisionsService } from '../revisions/index.ts';
import type { Discussion } from './comments.policy.ts';
import type { CommentRow } from './comments.store.ts';
import {
  anchorOf,
  blocksOf,
  type Found,
  findBlockAgain,
  findByWords,
  isSameContent,
  type Outline,
  outlineOf,
} from './find-commented-block.ts';

/** The target of a new comment. */
export interface TargetRequest {
  readonly page?: string | undefined;
  readonly node?: string | undefined;
  readonly tableCell?: { readonly record: string; readonly definition: string } | undefined;
  /** Words of the block. */
  readonly quote?: { readonly text: string; readonly occurrence?: number } | undefined;
}

/** The stored page and block of a comment. */
type Located = Pick<
  CommentRow,
  'page_id' | 'node_id' | 'blocks_before' | 'blocks_after' | 'equal_blocks' | 'block_position' | 'block_text'
>;

/** The stored target of a comment. */
export type Target = Located &
  Pick<CommentRow, 'revision_id' | 'cell_record' | 'cell_definition' | 'quote_text' | 'quote_occurrence'>;

/** The deleted part of a target and the position of the comment since; or the current id of its block, and whether that was edited. */
export interface TargetState {
  readonly gone?: 'page' | 'node';
  readonly place?: { readonly after?: string; readonly index: number };
  readonly node?: { readonly id: string };
  readonly revision?: string;
  readonly changed?: true;
}

const CACHED_KEYS = 1_000_000;

/** The target of a comment on a whole revision. */
const wholeRevision = (revisionId: string): Target => ({
  revision_id: revisionId,
  page_id: null,
  node_id: null,
  cell_record: null,
  cell_definition: null,
  quote_text: null,
  quote_occurrence: 0,
  blocks_before: [],
  blocks_after: [],
  equal_blocks: 1,
  block_position: 0,
  block_text: '',
});

const hasCell = (block: Block, { record, definition }: NonNullable<TargetRequest['tableCell']>): boolean => {
  const { records, definition: columns } = (block.data ?? {}) as Record<string, object | undefined>;
  return (
    block.type === 'table' && Object.hasOwn(records ?? {}, record) && Object.hasOwn(columns ?? {}, definition)
  );
};

/** Finds the targets of new comments, and finds them again in changed pages. */
export const createCommentTargetsService = ({ revisions }: { revisions: RevisionsService }) => {
  // By hash, and therefore never outdated.
  const outlines = new LRUCache<string, Outline>({
    maxSize: CACHED_KEYS,
    sizeCalculation: ({ keys }) => keys.length + 1,
  });

  const parsed = async (organizationId: string, body: string | undefined): Promise<Block[]> =>
    blocksOf(JSON.parse(await revisions.documentOf(organizationId, body)) as Document);

  const outlinesOf = async (organizationId: string, bodies: readonly string[]) => {
    const found = new Map<string, Outline>();
    const missing: string[] = [];
    for (const body of new Set(bodies)) {
      const known = outlines.get(`${organizationId}/${body}`);
      if (known) found.set(body, known);
      else missing.push(body);
    }
    for (const [body, text] of await revisions.documentsOf(organizationId, missing)) {
      const blocks = blocksOf(JSON.parse(text) as Document);
      const outline = outlineOf(blocks.map((block) => block.key!));
      outlines.set(`${organizationId}/${body}`, outline);
      found.set(body, outline);
    }
    return found;
  };

  /** Finds a target in one revision, or the part of it that does not exist. */
  const locateIn = async (
    { organization_id, id, root }: RevisionRow,
    request: TargetRequest & { readonly page: string },
  ): Promise<Target | 'page' | 'node' | 'tableCell'> => {
    const page = (await readPages(revisions.view(organization_id, root), [request.page])).get(request.page);
    if (!page) return 'page';
    const target = { ...wholeRevision(id), page_id: request.page };
    if (request.node === undefined) return target;
    const blocks = await parsed(organization_id, page.body);
    const position = blocks.findIndex((block) => block.key === request.node);
    if (position < 0) return 'node';
    if (request.tableCell && !hasCell(blocks[position]!, request.tableCell)) return 'tableCell';
    return {
      ...target,
      ...anchorOf(outlineOf(blocks.map((block) => block.key!)), blocks, position),
      cell_record: request.tableCell?.record ?? null,
      cell_definition: request.tableCell?.definition ?? null,
      quote_text: request.quote?.text ?? null,
      quote_occurrence: request.quote?.occurrence ?? 0,
    };
  };

  /** Finds the lost ones of these blocks by their words, for which the text of their pages is read. */
  const findLost = async (
    organizationId: string,
    bodyOf: (row: Located) => string | undefined,
    outlineFor: (row: Located) => Outline,
    places: ReadonlyMap<Located, Found>,
  ): Promise<[Located, number][]> => {
    const lost = [...places].flatMap(([row, found]) => {
      const body = bodyOf(row);
      return body !== undefined && 'place' in found && row.block_text !== '' ? [{ row, body, found }] : [];
    });
    const texts = await revisions.documentsOf(organizationId, [...new Set(lost.map(({ body }) => body))]);
    const blocks = new Map([...texts].map(([body, text]) => [body, blocksOf(JSON.parse(text) as Document)]));
    const compare = compareTextWithBlocks();
    return lost.flatMap(({ row, body, found: { place } }) => {
      const anchor = { ...row, node_id: row.node_id! };
      const at = findByWords(anchor, outlineFor(row), blocks.get(body)!, place.index, compare);
      return at === undefined ? [] : [[row, at]];
    });
  };

  const targetStateOf = (
    { node_id }: Located,
    outline: Outline,
    found: Found | undefined,
    revision: string,
  ): TargetState => {
    if (node_id === null || !found) return {};
    if ('place' in found) return { gone: 'node', ...found };
    const key = outline.keys[found.at]!;
    // Equal blocks are numbered: the id may have changed, so the revision of the new id is given along.
    if (key === node_id) return {};
    return { node: { id: key }, revision, ...(!isSameContent(key, node_id) && { changed: true }) };
  };

  const revisionOf = async ({ space }: Discussion, id: string): Promise<RevisionRow> => {
    const revision = await revisions.find(space, id);
    if (!revision) throw notFound('revision');
    return revision;
  };
  const currentOf = ({ space, changeRequest }: Discussion) =>
    changeRequest ? changeRequest.revision_id : space.revision_id;

  return {
    wholeRevision,

    /** Finds the target of a new comment; in a change request also among deleted content. */
    locate: async (discussion: Discussion, request: TargetRequest): Promise<Target> => {
      const { page, node, tableCell, quote } = request;
      const current = currentOf(discussion);
      const isInNode = tableCell !== undefined || quote !== undefined;
      if (page === undefined && (node !== undefined || isInNode))
        throw invalid({ path: 'body.page', message: 'is required when node, tableCell or quote is set' });
      if (node === undefined && isInNode)
        throw invalid({ path: 'body.node', message: 'is required when tableCell or quote is set' });
      if (page === undefined) return wholeRevision(current);
      const { changeRequest } = discussion;
      const base =
        changeRequest && (changeRequest.revision_merged_ancestor ?? changeRequest.revision_initial);
      const found = await locateIn(await revisionOf(discussion, current), { ...request, page });
      if (typeof found !== 'string') return found;
      const earlier = base && (await locateIn(await revisionOf(discussion, base), { ...request, page }));
      if (earlier && typeof earlier !== 'string') return earlier;
      // For a page that only the base has, the missing part is the one of the base.
      const missing = found === 'page' && earlier ? earlier : found;
      throw invalid({ path: `body.${missing}`, message: `is not an existing ${NAMES[missing]}` });
    },

    /** Finds the current state of the targets of comments, for all of them at once. */
    resolve: async (
      discussion: Discussion,
      rows: readonly Located[],
    ): Promise<(row: Located) => TargetState> => {
      const ids = [...new Set(rows.flatMap(({ page_id }) => page_id ?? []))];
      if (ids.length === 0) return () => ({});
      const { organization_id, id, root } = await revisionOf(discussion, currentOf(discussion));
      const pages = await readPages(revisions.view(organization_id, root), ids);
      const bodies = rows.flatMap((row) => (row.node_id ? (pages.get(row.page_id ?? '')?.body ?? []) : []));
      const found = await outlinesOf(organization_id, bodies);
      const bodyOf = ({ page_id }: Located) => pages.get(page_id ?? '')?.body;
      const outlineFor = (row: Located) => found.get(bodyOf(row) ?? '') ?? EMPTY_OUTLINE;
      const places = new Map<Located, Found>();
      for (const row of rows)
        if (row.node_id !== null)
          places.set(row, findBlockAgain({ ...row, node_id: row.node_id }, outlineFor(row)));
      for (const [row, at] of await findLost(organization_id, bodyOf, outlineFor, places))
        places.set(row, { at });
      return (row) => {
        if (row.page_id === null) return {};
        if (!pages.has(row.page_id)) return { gone: 'page' };
        return targetStateOf(row, outlineFor(row), places.get(row), id);
      };
    },
  };
};

const EMPTY_OUTLINE = outlineOf([]);

const NAMES = { page: 'page', node: 'block of the page', tableCell: 'cell of the table' };

/** Finds the targets of comments. */
export type CommentTargetsService = ReturnType<typeof createCommentTargetsService>;
