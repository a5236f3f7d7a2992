import { type Block, printMarkdown } from '@lectern/document';
import type { ContentService, RevisionSnapshot } from '../../content/index.ts';
import type { Passage, PassagesService } from '../../search/index.ts';
import type { TaskRow } from '../agent-tasks.store.ts';
import { findPage } from '../find-page.ts';
import type { TaskBrief } from '../task-origins.service.ts';
import type { TaskSource } from '../task-report.ts';
import { headingOf, type PageSection, splitAtHeadings } from './page-sections.ts';
import { plainLine } from './plain-line.ts';

interface Dependencies {
  readonly passages: Pick<PassagesService, 'find' | 'spacesWith'>;
  readonly content: ContentService;
}

/** A section that the model is shown, by its number in the page. */
interface ShownSection {
  readonly number: number;
  readonly markdown: string;
}

/** A page that the model may change. */
export interface PageMaterial {
  readonly id: string;
  readonly title: string;
  readonly parent: string | null;
  /** The hash of its body; null for an empty one. */
  readonly body: string | null;
  readonly sections: readonly PageSection[];
  readonly shown: readonly ShownSection[];
}

/** What was found for a task. */
export interface TaskMaterial {
  readonly sources: readonly TaskSource[];
  readonly pages: readonly PageMaterial[];
}

const MAX_QUERIES = 5;
const MAX_QUERY = 400;
const PASSAGES_PER_QUERY = 5;
const MAX_SOURCES = 8;
const MAX_PAGES = 5;
// Lower than for answers: an instruction has words that no page has, such as "please add".
const MIN_COVERAGE = 0.3;
// Longer pages take too long to compare, and are left to people.
const MAX_PAGE = 200_000;
const MAX_SHOWN_PER_PAGE = 12_000;

const sourceOf = ({ page, title, path, heading, anchor }: Passage): TaskSource => ({
  page,
  title,
  path,
  ...(heading !== '' && { heading }),
  ...(anchor !== undefined && { anchor }),
});

/** Finds the pages of a space that concern a task. */
export const createTaskMaterialService = ({ passages, content }: Dependencies) => {
  const findSources = async (
    organizationId: string,
    spaceId: string,
    queries: readonly string[],
  ): Promise<TaskSource[]> => {
    // Only the space itself: readers of it may not see what is in others.
    const spaces = await passages.spacesWith(organizationId, [spaceId]);
    const best = new Map<string, Passage>();
    for (const query of queries)
      for (const found of await passages.find(organizationId, spaces, query, PASSAGES_PER_QUERY)) {
        const key = `${found.page} ${found.anchor ?? ''}`;
        if (found.coverage >= MIN_COVERAGE && found.score > (best.get(key)?.score ?? 0)) best.set(key, found);
      }
    return [...best.values()]
      .sort((a, b) => b.score - a.score)
      .slice(0, MAX_SOURCES)
      .map(sourceOf);
  };

  /** The sections to show: those that were found first, then the others as far as there is room. */
  const shownOf = (sections: readonly PageSection[], headings: ReadonlySet<string>): ShownSection[] => {
    const printed = sections.map((blocks, number) => ({
      number,
      markdown: printMarkdown({ object: 'document', data: {}, nodes: blocks as readonly Block[] }),
      isFound: headings.has(headingOf(blocks) ?? ''),
    }));
    const shown: ShownSection[] = [];
    let room = MAX_SHOWN_PER_PAGE;
    for (const { isFound: _, ...section } of [
      ...printed.filter(({ isFound }) => isFound),
      ...printed.filter(({ isFound }) => !isFound),
    ]) {
      if (section.markdown.length > room) continue;
      room -= section.markdown.length;
      shown.push(section);
    }
    return shown.sort((a, b) => a.number - b.number);
  };

  const readPage = async (
    snapshot: RevisionSnapshot,
    id: string,
    headings: ReadonlySet<string>,
  ): Promise<PageMaterial | undefined> => {
    // The page may have been deleted since it was indexed.
    const record = (await findPage(content, snapshot, id))?.record;
    if (record?.type !== 'document' || record.computedFrom !== undefined) return undefined;
    if ((await content.markdown(snapshot, record.body)).length > MAX_PAGE) return undefined;
    const document = await content.parsedDocument(snapshot, record.body);
    const sections = splitAtHeadings(document.nodes);
    const shown = shownOf(sections, headings);
    const { title, parent, body = null } = record;
    return { id, title, parent, body, sections, shown };
  };

  return {
    /** The sections that concern a task, and their pages in a change request. */
    find: async (task: TaskRow, brief: TaskBrief, snapshot: RevisionSnapshot): Promise<TaskMaterial> => {
      const queries = [task.title, ...brief.questions, task.instructions]
        .map((text) => plainLine(text, MAX_QUERY))
        .filter((text) => text !== '');
      const sources = await findSources(
        task.organization_id,
        task.space_id,
        [...new Set(queries)].slice(0, MAX_QUERIES),
      );
      const ids = [
        ...new Set([...(task.page_id === null ? [] : [task.page_id]), ...sources.map(({ page }) => page)]),
      ];
      const pages: PageMaterial[] = [];
      for (const id of ids.slice(0, MAX_PAGES)) {
        const headings = new Set(
          sources.filter(({ page }) => page === id).map(({ heading = '' }) => heading),
        );
        const page = await readPage(snapshot, id, headings);
        if (page) pages.push(page);
      }
      return { sources, pages };
    },
  };
};

/** Finds the pages that concern a task. */
export type TaskMaterialService = ReturnType<typeof createTaskMaterialService>;
