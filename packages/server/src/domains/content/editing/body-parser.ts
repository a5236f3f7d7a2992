import {
  type ContentRef,
  childrenOf,
  findByPath,
  folderOf,
  hasFrontMatter,
  keys,
  lineageOf,
  pathOf,
  type ReusableRecord,
  readPage,
  resolveRelativeLink,
  type SnapshotView,
  stableRefs,
} from '@lectern/document';
import type { Static } from 'typebox';
import { invalid } from '../../../kernel/errors/errors.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import { MAX_PAGE_CHARACTERS } from '../../../kernel/markdown/limits.ts';
import type { Draft } from '../../revisions/index.ts';
import type { Body } from './editing.contract.ts';

/** A parsed body: its canonical Markdown and its links. */
export type ParsedBody = Awaited<ReturnType<Kernel['markdown']['canonicalize']>>;

/** A body that an edit writes, with the page or reusable content that it belongs to. */
export type WrittenBody = ParsedBody & ({ readonly page: string } | { readonly reusable: string });

const CONFLICT_TAG = '{% conflict';

/** Whether a body contains an unresolved merge conflict; a body without the tag is not parsed. */
export const hasConflict = async (
  markdown: Pick<Kernel['markdown'], 'countConflicts'>,
  body: string,
): Promise<boolean> => body.includes(CONFLICT_TAG) && (await markdown.countConflicts(body)) > 0;

const EMPTY_BODY: ParsedBody = {
  markdown: '',
  addresses: [],
  found: { links: [], anchors: [] },
  sections: [],
};

/** Parses bodies that clients send, and resolves their links to the objects that the edit has created. */
export const createBodyParser = ({ markdown }: Pick<Kernel, 'markdown'>) => {
  const parse = async (body: Static<typeof Body>, path: string): Promise<ParsedBody> => {
    if ('markdown' in body && 'document' in body)
      throw invalid({ path, message: 'must have either markdown or document, not both' });
    if ('markdown' in body) {
      // Markdown would read it as a rule and a heading.
      if (hasFrontMatter(body.markdown))
        throw invalid({
          path: `${path}.markdown`,
          message: 'must not begin with front matter: set the fields of the change instead',
        });
      return markdown.canonicalize(body.markdown);
    }
    if (!('document' in body)) return EMPTY_BODY;
    const result = await markdown.fromDocument(body.document);
    if ('markdown' in result) {
      const { length } = result.markdown;
      if (length <= MAX_PAGE_CHARACTERS) return result;
      throw invalid({
        path: `${path}.document`,
        message: `has ${length} characters as Markdown, and a page can have at most ${MAX_PAGE_CHARACTERS}`,
      });
    }
    throw invalid(
      ...result.problems.map((problem) => ({ ...problem, path: `${path}.document.${problem.path}` })),
    );
  };

  /** Replaces links by path or ref by links by id, which survive moves; returns the bodies that changed. */
  const resolveLinks = async (
    draft: Draft,
    resolveRef: (ref: ContentRef) => ContentRef,
    written: Iterable<WrittenBody>,
  ): Promise<ParsedBody[]> => {
    const changed: ParsedBody[] = [];
    for (const body of written) {
      if (body.addresses.length === 0) continue;
      const key = 'page' in body ? keys.page(body.page) : keys.reusable(body.reusable);
      const record = (await draft.view.getMany([key])).get(key);
      // Created and deleted in the same edit.
      if (record === undefined) continue;
      const replacements = await replacementsFor(draft.view, resolveRef, body);
      if (Object.keys(replacements).length === 0) continue;
      const readdressed = await markdown.replaceUrls(body.markdown, replacements);
      changed.push(readdressed);
      const hash = draft.putBody(readdressed.markdown);
      if ('page' in body) await draft.updatePage(body.page, { body: hash });
      else draft.putReusable(body.reusable, { ...(record as ReusableRecord), body: hash }, []);
    }
    return changed;
  };

  return { parse, resolveLinks };
};

const replacementsFor = async (
  view: SnapshotView,
  resolveRef: (ref: ContentRef) => ContentRef,
  body: WrittenBody,
): Promise<Record<string, string>> => {
  const folder = 'page' in body ? await folderOfPage(view, body.page) : '';
  const replacements: Record<string, string> = {};
  for (const address of body.addresses) {
    const stable = await addressFor(view, resolveRef, address, folder);
    if (stable !== undefined && stable !== address) replacements[address] = stable;
  }
  return replacements;
};

const folderOfPage = async (view: SnapshotView, id: string): Promise<string> =>
  folderOf(pathOf(await lineageOf(view, id)), (await childrenOf(view, id)).length > 0);

const addressFor = async (
  view: SnapshotView,
  resolveRef: (ref: ContentRef) => ContentRef,
  address: string,
  folder: string,
): Promise<string | undefined> => {
  const ref = resolveRef(stableRefs.parse(address, 'link'));
  if (ref.kind === 'file' || ref.kind === 'reusable-content') return stableRefs.print(ref);
  if ((ref.kind === 'page' || ref.kind === 'anchor') && (!ref.page || (await readPage(view, ref.page))))
    return stableRefs.print(ref);
  const target = resolveRelativeLink(address, folder);
  const page = target && (await pageAt(view, target.path));
  if (page === undefined) return undefined;
  return stableRefs.print(
    target!.anchor === undefined ? { kind: 'page', page } : { kind: 'anchor', anchor: target!.anchor, page },
  );
};

// The root path is the first page of the space.
const pageAt = async (view: SnapshotView, path: string): Promise<string | undefined> =>
  path === '' ? (await childrenOf(view, null))[0] : (await findByPath(view, path))?.id;
