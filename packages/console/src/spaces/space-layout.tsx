import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import {
  Book,
  ExternalLink,
  FilePlus,
  FolderGit2,
  GitPullRequest,
  History,
  Link2,
  Recycle,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { read } from '../api/queries.ts';
import { SpaceMenu } from '../contents/space-menu.tsx';
import { ExportMenu } from '../exports/export-menu.tsx';
import { LivePlace } from '../live/live-place.tsx';
import { People } from '../live/people.tsx';
import { type ContentPlace, readTableOfContents } from '../pages/content-place.ts';
import { useEditMode } from '../pages/use-edit-mode.ts';
import { IconButton } from '../primitives/button.tsx';
import { ContentIcon } from '../primitives/content-icon.tsx';
import { SharedContentLink } from '../shared-content/shared-content-link.tsx';
import { sidebarParts as parts, SidebarLayout } from '../shell/sidebar.tsx';
import { useTitle } from '../shell/use-title.ts';
import { useRememberPage } from './recent-pages.ts';
import { tableOfContents } from './tree/page-node.ts';
import { PageTree } from './tree/page-tree.tsx';
import { useCurrentPage } from './tree/use-current-page.ts';
import { useInsertPage } from './tree/use-insert-page.ts';
import { usePageChanges } from './tree/use-page-changes.ts';

/** The screen of a space or a change request: its page tree, and the page beside it. */
export const SpaceLayout = ({
  place,
  bar,
  children,
}: {
  readonly place: ContentPlace;
  /** Above the page. */
  readonly bar?: ReactNode;
  readonly children: ReactNode;
}) => {
  const { spaceId, changeRequestId } = place;
  const params = { spaceId };
  const { data: space } = useSuspenseQuery(read('/spaces/{spaceId}', { params }));
  const { data: content } = useSuspenseQuery(readTableOfContents(place));
  const { _splat } = useParams({ strict: false });
  const pages = tableOfContents(content);
  const current = useCurrentPage(place, pages, _splat);
  useRememberPage(space, changeRequestId === undefined ? current : undefined);
  useTitle(current?.title, space.title);
  const changes = usePageChanges(place);
  const insert = useInsertPage(place, changes);
  const isEditable = useEditMode(place) === 'direct';
  const title = space.title || 'Untitled';
  const header = (
    <>
      <Link to="/s/$spaceId/$" params={{ spaceId, _splat: '' }} className={parts.title}>
        <ContentIcon emoji={space.emoji} icon={Book} />
        <span className={parts.name} title={title}>
          {title}
        </span>
      </Link>
      {space.urls.published && (
        <a
          href={space.urls.published}
          className={parts.tool}
          title="Open the published site"
          aria-label="Open the published site"
        >
          <ExternalLink size={15} aria-hidden="true" />
        </a>
      )}
      <People place={place} pages={pages} />
      {isEditable && <IconButton icon={FilePlus} label="New page" onClick={() => insert(null)} />}
      {space.permissions.admin ? (
        <SpaceMenu organizationId={space.organization} spaceId={spaceId} title={title} />
      ) : (
        <ExportMenu spaceId={spaceId} title={title} />
      )}
    </>
  );
  const sidebar = (
    <>
      <nav aria-label="Space" className={parts.links}>
        <Link to="/s/$spaceId/~/changes" params={params} search={{}} className={parts.link}>
          <GitPullRequest size={15} aria-hidden="true" /> Changes
        </Link>
        <Link to="/s/$spaceId/~/revisions" params={params} search={{}} className={parts.link}>
          <History size={15} aria-hidden="true" /> History
        </Link>
        <SharedContentLink place={place} className={parts.link} title="Variables and reusable content">
          <Recycle size={15} aria-hidden="true" /> Variables and reuse
        </SharedContentLink>
        {space.permissions.comment && (
          <Link to="/s/$spaceId/~/links" params={params} className={parts.link}>
            <Link2 size={15} aria-hidden="true" /> Broken links
          </Link>
        )}
        {space.permissions.triggerGitSync && (
          <Link to="/s/$spaceId/~/git" params={params} className={parts.link}>
            <FolderGit2 size={15} aria-hidden="true" /> Git
          </Link>
        )}
      </nav>
      {pages.length === 0 ? (
        <p className={parts.empty}>This space has no pages yet.</p>
      ) : (
        <PageTree
          place={place}
          pages={pages}
          currentId={current?.id}
          changes={isEditable ? changes : undefined}
          onInsert={(into) => void insert(into)}
        />
      )}
    </>
  );
  return (
    <LivePlace place={place}>
      <SidebarLayout label="Pages" header={header} sidebar={sidebar}>
        <div>
          {bar}
          {children}
        </div>
      </SidebarLayout>
    </LivePlace>
  );
};
