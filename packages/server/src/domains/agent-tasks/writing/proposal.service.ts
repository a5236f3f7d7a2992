import { type Block, type Document, printMarkdown, withoutActiveContent } from '@lectern/document';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { TaskReason } from '../task-report.ts';
import { addressOf } from './model-prompt.ts';
import { type PageSection, replaceSection } from './page-sections.ts';
import { plainLine } from './plain-line.ts';
import type { ModelResponse } from './read-response.ts';
import { hasKnownLinks, type KnownContent, knownContentOf, safeBlocks } from './safe-blocks.ts';
import type { PageMaterial } from './task-material.service.ts';

/** A change of content that a proposal consists of. */
export type ProposedChange =
  | {
      readonly operation: 'update_page';
      readonly page: string;
      readonly base: string | null;
      readonly document: { readonly markdown: string };
    }
  | {
      readonly operation: 'insert_page';
      readonly title: string;
      readonly into?: string;
      readonly document: { readonly markdown: string };
    };

/** What a model proposes, as content only. */
export interface Proposal {
  readonly changes: readonly ProposedChange[];
  readonly reasons: readonly TaskReason[];
}

const MAX_TITLE = 100;
const MAX_REASON = 300;

/** Turns responses of a model into changes of content, and nothing else. */
export const createProposalService = ({ markdown }: Pick<Kernel, 'markdown'>) => {
  const parse = async (text: string): Promise<Document> =>
    JSON.parse(await markdown.document(text)) as Document;

  /** The blocks of a text of the model. */
  const blocksOf = async (text: string, known: KnownContent): Promise<Block[]> =>
    safeBlocks(withoutActiveContent(await parse(text)).nodes, known);

  /** Blocks as Markdown; undefined if it would be read with links that are not known. */
  const printed = async (blocks: readonly Block[], known: KnownContent): Promise<string | undefined> => {
    const text = printMarkdown({ object: 'document', data: {}, nodes: blocks });
    return hasKnownLinks((await parse(text)).nodes, known) ? text : undefined;
  };

  /** The sections of a page after the changes of the model, and its reasons. */
  const changedPage = async (
    page: PageMaterial,
    changes: ModelResponse['changes'],
    known: KnownContent,
  ): Promise<{ readonly markdown: string; readonly reasons: TaskReason[] } | undefined> => {
    const shown = new Set(page.shown.map(({ number }) => number));
    const sections: PageSection[][] = page.sections.map((section) => [section]);
    const reasons: TaskReason[] = [];
    for (const { section, place, markdown: text, reason } of changes) {
      if (!shown.has(section)) continue;
      const blocks = await blocksOf(text, known);
      if (blocks.length === 0) continue;
      const own = sections[section]!;
      if (place === 'after') own.push(blocks);
      else own[0] = replaceSection(page.sections[section]!, blocks);
      reasons.push({ page: page.id, title: page.title, reason: plainLine(reason, MAX_REASON) });
    }
    if (reasons.length === 0) return undefined;
    const before = printMarkdown({ object: 'document', data: {}, nodes: page.sections.flat() });
    const after = await printed(sections.flat(2), known);
    return after === undefined || after === before ? undefined : { markdown: after, reasons };
  };

  return {
    /** What a response proposes: changes of the given pages, and new pages; without anything that is not text. */
    propose: async (
      { changes, newPages }: ModelResponse,
      pages: readonly PageMaterial[],
      trusted: string,
    ): Promise<Proposal> => {
      const addresses = pages.map(addressOf);
      const made: ProposedChange[] = [];
      const reasons: TaskReason[] = [];
      for (const [at, page] of pages.entries()) {
        const own = changes.filter((change) => change.page === at + 1);
        // What another page says is not known in this one: no page gets links that another one has.
        const known = knownContentOf(page.sections.flat(), { pages: addresses, trusted });
        const changed = await changedPage(page, own, known);
        if (!changed) continue;
        made.push({
          operation: 'update_page',
          page: page.id,
          base: page.body,
          document: { markdown: changed.markdown },
        });
        reasons.push(...changed.reasons);
      }
      const known = knownContentOf([], { pages: addresses, trusted });
      for (const { title, markdown: text, reason } of newPages) {
        const name = plainLine(title, MAX_TITLE);
        const body = await printed(await blocksOf(text, known), known);
        if (name === '' || body === undefined || body.trim() === '') continue;
        const parent = pages[0]?.parent;
        made.push({
          operation: 'insert_page',
          title: name,
          ...(parent && { into: parent }),
          document: { markdown: body },
        });
        reasons.push({ title: name, reason: plainLine(reason, MAX_REASON) });
      }
      return { changes: made, reasons };
    },
  };
};

/** Turns responses of a model into changes of content. */
export type ProposalService = ReturnType<typeof createProposalService>;
