import { useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { ListTodo } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { read, readPages } from '../api/queries.ts';
import { usePages } from '../api/use-pages.ts';
import { PageLink } from '../pages/page-link.tsx';
import { useEditMode } from '../pages/use-edit-mode.ts';
import { Button } from '../primitives/button.tsx';
import { ShowMore } from '../primitives/show-more.tsx';
import rows from '../settings/rows.module.css';
import { Empty, SettingsPage } from '../settings/settings-page.tsx';
import { SharedContentLink } from '../shared-content/shared-content-link.tsx';
import { useTitle } from '../shell/use-title.ts';
import { type BrokenLink, type LinkPosition, positionsOf, targetInWords } from './link-words.ts';

const NewTaskDialog = lazy(async () => ({
  default: (await import('../tasks/new-task-dialog.tsx')).NewTaskDialog,
}));

const PAGE_SIZE = 50;

/** The way to a link: its block in the editor, or in the page for those who propose changes. */
const PositionLink = ({
  spaceId,
  position: { kind, id, title, path, block },
  isEdited,
}: {
  readonly spaceId: string;
  readonly position: LinkPosition;
  readonly isEdited: boolean;
}) => {
  const place = { spaceId };
  if (kind === 'reusable-content')
    return (
      <span>
        <SharedContentLink place={place} reusableContentId={id}>
          {title}
        </SharedContentLink>{' '}
        (reusable content)
      </span>
    );
  // A page that is itself a link has no screen.
  if (path === undefined) return <span>{title} (in the table of contents)</span>;
  return (
    <span>
      <PageLink
        place={place}
        path={path}
        isEdited={isEdited}
        {...(block !== undefined && { hash: `block-${block}` })}
      >
        {title}
      </PageLink>
    </span>
  );
};

const Target = ({ target }: { readonly target: BrokenLink['targetReference'] }) => {
  const { address, words } = targetInWords(target);
  return (
    <span className={rows.name}>
      {address !== undefined && (
        <span className={rows.code} dir="ltr">
          {address}
        </span>
      )}
      {words}
    </span>
  );
};

const Links = ({
  spaceId,
  onTask,
}: {
  readonly spaceId: string;
  readonly onTask: (page: LinkPosition) => void;
}) => {
  const { data: space } = useSuspenseQuery(read('/spaces/{spaceId}', { params: { spaceId } }));
  const isEdited = useEditMode({ spaceId }) === 'direct';
  const { items, first, ...more } = usePages(
    readPages('/spaces/{spaceId}/links', {
      params: { spaceId },
      query: { status: 'broken', limit: PAGE_SIZE },
    }),
  );
  if (items.length === 0)
    return (
      <Empty>
        {first.stats.total === 0
          ? 'There are no links in this space yet.'
          : 'Every link of this space leads somewhere. Addresses of other websites are not visited.'}
      </Empty>
    );
  return (
    <>
      <p className={rows.count}>
        {first.count} of {first.stats.total} {first.stats.total === 1 ? 'address' : 'addresses'} in links{' '}
        {first.count === 1 ? 'is' : 'are'} broken
      </p>
      <ul className={rows.rows} aria-label="Broken links">
        {items.map(({ targetReference, relation, locationReferences, locationCount }) => (
          <li key={`${relation} ${JSON.stringify(targetReference)}`} className={rows.row}>
            <Target target={targetReference} />
            <ul className={rows.inner} aria-label="Pages with this link">
              {positionsOf(locationReferences).map((position) => (
                <li key={position.key} className={rows.innerRow}>
                  <PositionLink spaceId={spaceId} position={position} isEdited={isEdited} />
                  {space.permissions.comment && position.kind === 'page' && (
                    <Button
                      variant="quiet"
                      icon={ListTodo}
                      aria-label={`Make a task… (${position.title})`}
                      onClick={() => onTask(position)}
                    >
                      Make a task…
                    </Button>
                  )}
                </li>
              ))}
              {locationCount > locationReferences.length && (
                <li className={rows.facts}>and {locationCount - locationReferences.length} more places</li>
              )}
            </ul>
          </li>
        ))}
      </ul>
      <ShowMore {...more} />
    </>
  );
};

const BrokenLinksPage = ({ spaceId }: { readonly spaceId: string }) => {
  const { data: space } = useSuspenseQuery(read('/spaces/{spaceId}', { params: { spaceId } }));
  const [task, setTask] = useState<LinkPosition>();
  useTitle('Broken links');
  return (
    <SettingsPage
      title="Broken links"
      description="Links to pages, headings, files and spaces that are not there, with the pages that have them."
      isWide
    >
      <Links spaceId={spaceId} onTask={setTask} />
      <Suspense>
        {task && (
          <NewTaskDialog
            organizationId={space.organization}
            origin={{ type: 'link', space: spaceId, page: task.id, label: task.title }}
            onClose={() => setTask(undefined)}
          />
        )}
      </Suspense>
    </SettingsPage>
  );
};

/** `/s/$spaceId/~/links`: the links of a space that lead nowhere. */
export const BrokenLinksRoute = () => {
  const { spaceId } = useParams({ from: '/s/$spaceId/~/links' });
  return <BrokenLinksPage key={spaceId} spaceId={spaceId} />;
};
