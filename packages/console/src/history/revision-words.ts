import type { ItemOf } from '../api/operations.ts';
import { titlesInWords } from '../home/changed-pages.ts';

/** A revision without its content. */
export type RevisionSummary = ItemOf<'/spaces/{spaceId}/revisions'>;

const NAMES: Readonly<Record<RevisionSummary['type'], string>> = {
  edits: 'Edited the space',
  merge: 'Merged a change request',
  rollback: 'Rolled the space back',
  update: 'Updated from the space',
  computed: 'Updated computed pages',
};

type ChangedPage = NonNullable<RevisionSummary['changedPages']>['items'][number];

// In the order of the words.
const VERBS: Readonly<Record<ChangedPage['change'], string>> = {
  created: 'created',
  renamed: 'renamed',
  moved: 'moved',
  edited: 'edited',
  deleted: 'deleted',
};

/** The names of pages with which this was done; a page that was renamed and edited is among both. */
const namesOf = (items: readonly ChangedPage[], change: string): readonly { readonly title: string }[] =>
  change === 'renamed'
    ? items.flatMap(({ title, titleBefore }) =>
        titleBefore === undefined ? [] : { title: `${titleBefore} to ${title}` },
      )
    : items.filter((page) => page.change === change);

/** What was done to pages, such as “Created Install, deleted Setup”; empty if nothing was. */
const changesInWords = ({ items, count }: NonNullable<RevisionSummary['changedPages']>): string => {
  const kinds = Object.entries(VERBS)
    .map(([change, verb]) => ({ verb, pages: namesOf(items, change) }))
    .filter(({ pages }) => pages.length > 0);
  // Of each kind at least one page is named: pages that are not named are of the only kind.
  const words =
    kinds.length === 1
      ? `${kinds[0]!.verb} ${titlesInWords(kinds[0]!.pages, count)}`
      : kinds.map(({ verb, pages }) => `${verb} ${titlesInWords(pages)}`).join(', ');
  const rest = kinds.length > 1 && count > items.length ? `, and ${count - items.length} more` : '';
  return words.charAt(0).toUpperCase() + words.slice(1) + rest;
};

const saysPages = ({ type, message, parents }: RevisionSummary): boolean =>
  type === 'edits' && !message && parents.length > 0;

/** What a revision did, in words. */
export const revisionInWords = (revision: RevisionSummary): string => {
  const { type, message, mergedFrom, parents, changedPages } = revision;
  if (type === 'merge' && mergedFrom) return `Merged #${mergedFrom.number} ${mergedFrom.subject}`.trim();
  if (message) return message.split('\n', 1)[0]!;
  if (type === 'edits' && parents.length === 0) return 'Created the space';
  return (saysPages(revision) && changedPages && changesInWords(changedPages)) || NAMES[type];
};

/** What a revision did to pages, as far as its words do not say it; empty if there is nothing to add. */
export const pageChangesInWords = (revision: RevisionSummary): string => {
  const { changedPages } = revision;
  if (!changedPages || saysPages(revision)) return '';
  const isNamed = revisionInWords(revision).endsWith(titlesInWords(changedPages.items, changedPages.count));
  return isNamed ? '' : changesInWords(changedPages);
};
