import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { GitCompare, GitMerge, History, type LucideIcon, Pencil, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { readPages } from '../api/queries.ts';
import { usePages } from '../api/use-pages.ts';
import { readTableOfContents } from '../pages/content-place.ts';
import { Button } from '../primitives/button.tsx';
import { RelativeTime } from '../primitives/relative-time.tsx';
import { ShowMore } from '../primitives/show-more.tsx';
import { flatten, tableOfContents } from '../spaces/tree/page-node.ts';
import styles from './history-page.module.css';
import { RevisionAuthors } from './revision-authors.tsx';
import { groupRevisions, type RevisionGroup, summaryOf } from './revision-groups.ts';
import { RevisionMenu } from './revision-menu.tsx';
import { pageChangesInWords, type RevisionSummary, revisionInWords } from './revision-words.ts';
import type { HistorySearch } from './search.ts';
import { type RevisionActions, useRevisionActions } from './use-revision-actions.ts';

const ICONS: Readonly<Record<RevisionSummary['type'], LucideIcon>> = {
  edits: Pencil,
  merge: GitMerge,
  rollback: History,
  update: RefreshCw,
  computed: RefreshCw,
};

/** A page whose history is shown. */
interface ShownPage {
  readonly id: string;
  readonly title: string;
}

const RevisionRow = ({
  spaceId,
  revision,
  page,
  actions,
  isChosen,
  onChoose,
}: {
  readonly spaceId: string;
  readonly revision: RevisionSummary;
  readonly page: ShownPage | undefined;
  readonly actions: RevisionActions;
  readonly isChosen: boolean;
  readonly onChoose: (isChosen: boolean) => void;
}) => {
  const Icon = ICONS[revision.type];
  const words = revisionInWords(revision);
  const { id, createdAt } = revision;
  const pages = pageChangesInWords(revision);
  return (
    <li className={styles.revision}>
      <input
        type="checkbox"
        className={styles.check}
        aria-label={`Compare “${words}”`}
        checked={isChosen}
        onChange={(event) => onChoose(event.target.checked)}
      />
      <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
      <div className={styles.about}>
        <Link
          to="/s/$spaceId/~/revisions/$revisionId"
          params={{ spaceId, revisionId: id }}
          search={page ? { item: `page:${page.id}` } : {}}
          className={styles.words}
        >
          {words}
        </Link>
        {id === actions.current && <span className={styles.current}>Current</span>}
        {pages !== '' && <p className={styles.pages}>{pages}</p>}
        <p className={styles.facts}>
          <RevisionAuthors revision={revision} />, <RelativeTime time={createdAt} />
        </p>
      </div>
      <RevisionMenu revision={revision} page={page && { ...page, revision: id }} actions={actions} />
    </li>
  );
};

/** The saves of one sitting as one row, which opens. */
const GroupRows = ({
  spaceId,
  group,
  page,
  actions,
  chosen,
  onChoose,
}: {
  readonly spaceId: string;
  readonly group: RevisionGroup;
  readonly page: ShownPage | undefined;
  readonly actions: RevisionActions;
  readonly chosen: readonly string[];
  readonly onChoose: (id: string, isChosen: boolean) => void;
}) => {
  const [isOpen, setOpen] = useState(false);
  const row = (revision: RevisionSummary) => (
    <RevisionRow
      key={revision.id}
      spaceId={spaceId}
      revision={revision}
      page={page}
      actions={actions}
      isChosen={chosen.includes(revision.id)}
      onChoose={(isChosen) => onChoose(revision.id, isChosen)}
    />
  );
  const [newest] = group;
  if (group.length === 1) return row(newest);
  const summary = summaryOf(group);
  const words = revisionInWords(summary);
  const base = group.at(-1)!.parents[0];
  return (
    <>
      <li className={styles.revision}>
        {!isOpen && (
          <input
            type="checkbox"
            className={styles.check}
            aria-label={`Compare “${words}”`}
            checked={chosen.includes(newest.id)}
            onChange={(event) => onChoose(newest.id, event.target.checked)}
          />
        )}
        <Pencil size={16} strokeWidth={1.75} aria-hidden="true" />
        <div className={styles.about}>
          <Link
            to="/s/$spaceId/~/revisions/$revisionId"
            params={{ spaceId, revisionId: newest.id }}
            search={{ ...(base !== undefined && { base }), ...(page && { item: `page:${page.id}` }) }}
            className={styles.words}
          >
            {words}
          </Link>
          {!isOpen && newest.id === actions.current && <span className={styles.current}>Current</span>}
          <p className={styles.facts}>
            <RevisionAuthors revision={summary} />, <RelativeTime time={newest.createdAt} />
            <button
              type="button"
              className={styles.saves}
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
            >
              {isOpen ? 'Hide' : 'Show'} {group.length} saves
            </button>
          </p>
        </div>
        {!isOpen && (
          <RevisionMenu
            revision={newest}
            isLastOfSeveral
            page={page && { ...page, revision: newest.id }}
            actions={actions}
          />
        )}
      </li>
      {isOpen && (
        <li>
          <ol className={styles.group} aria-label={`Saves of “${words}”`}>
            {group.map(row)}
          </ol>
        </li>
      )}
    </>
  );
};

/** The revisions of a space, or those that changed a page; two of them can be chosen to be compared. */
export const HistoryPage = ({
  spaceId,
  search: { page: pageId },
}: {
  readonly spaceId: string;
  readonly search: HistorySearch;
}) => {
  const navigate = useNavigate();
  const actions = useRevisionActions(spaceId);
  const { data: contents } = useQuery(readTableOfContents({ spaceId }));
  const { items: revisions, ...more } = usePages(
    readPages('/spaces/{spaceId}/revisions', {
      params: { spaceId },
      query: { limit: 50, withChangedPages: true, ...(pageId !== undefined && { changedPage: pageId }) },
    }),
  );
  const [chosen, setChosen] = useState<readonly string[]>([]);
  // A deleted page has its title in its history only.
  const title =
    (contents && flatten(tableOfContents(contents)).find(({ id }) => id === pageId)?.title) ??
    revisions.flatMap(({ changedPages }) => changedPages?.items ?? []).find(({ id }) => id === pageId)
      ?.title ??
    'a page';
  const page = pageId === undefined ? undefined : { id: pageId, title };
  const choose = (id: string, isChosen: boolean) =>
    setChosen(isChosen ? [...chosen, id].slice(-2) : chosen.filter((each) => each !== id));
  const compare = () => {
    // Revisions are listed newest first.
    const [after, before] = revisions.map(({ id }) => id).filter((id) => chosen.includes(id));
    if (after && before)
      void navigate({
        to: '/s/$spaceId/~/revisions/$revisionId',
        params: { spaceId, revisionId: after },
        search: { base: before, ...(page && { item: `page:${page.id}` }) },
      });
  };
  return (
    <main id="content" tabIndex={-1} className={styles.page}>
      <header className={styles.header}>
        <h1>{page ? `History of “${page.title}”` : 'History'}</h1>
        <Button icon={GitCompare} disabled={chosen.length !== 2} onClick={compare}>
          Compare two revisions
        </Button>
      </header>
      {page && (
        <p className={styles.scope}>
          Revisions that changed this page.{' '}
          <Link to="/s/$spaceId/~/revisions" params={{ spaceId }} search={{}}>
            Show those of the whole space
          </Link>
        </p>
      )}
      {revisions.length === 0 && (
        <p className={styles.empty}>
          {page ? 'This page has no revisions.' : 'This space has no revisions yet.'}
        </p>
      )}
      <ol className={styles.revisions}>
        {groupRevisions(revisions).map((group) => (
          <GroupRows
            // A group that is loaded further has the same beginning.
            key={group[0].id}
            spaceId={spaceId}
            group={group}
            page={page}
            actions={actions}
            chosen={chosen}
            onChoose={choose}
          />
        ))}
      </ol>
      <ShowMore label="Show older revisions" {...more} />
    </main>
  );
};
