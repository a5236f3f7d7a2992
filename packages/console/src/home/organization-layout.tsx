import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FolderPlus, Globe, House, ListTodo, Plus, Settings2, Trash2 } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { read } from '../api/queries.ts';
import { ContentTree } from '../contents/content-tree.tsx';
import { useContents } from '../contents/queries.ts';
import { IconButton } from '../primitives/button.tsx';
import { Menu, MenuItem } from '../primitives/menu.tsx';
import { sidebarParts as parts, SidebarLayout } from '../shell/sidebar.tsx';
import { useTitle } from '../shell/use-title.ts';
import { OrganizationSwitcher } from './organization-switcher.tsx';

const CreateSpaceDialog = lazy(async () => ({
  default: (await import('../spaces/create/create-space-dialog.tsx')).CreateSpaceDialog,
}));
const CollectionDialog = lazy(async () => ({
  default: (await import('../contents/collection-dialog.tsx')).CollectionDialog,
}));

/** The tree of spaces and collections. Thousands of them come in several requests, which the rest of a screen does not wait for. */
const Spaces = ({
  organizationId,
  mayCreate,
}: {
  readonly organizationId: string;
  readonly mayCreate: boolean;
}) => {
  const { nodes } = useContents(organizationId);
  return nodes.length === 0 ? (
    <p className={parts.empty}>There are no spaces yet. A space holds the pages of one documentation.</p>
  ) : (
    <ContentTree organizationId={organizationId} mayCreate={mayCreate} />
  );
};

const TrashLink = ({ organizationId }: { readonly organizationId: string }) => (
  <Link to="/o/$organizationId/~/trash" params={{ organizationId }} className={parts.link}>
    <Trash2 size={15} aria-hidden="true" /> Trash
  </Link>
);

/** The trash, for somebody who can delete one of the spaces. */
const TrashOfSpaces = ({ organizationId }: { readonly organizationId: string }) => {
  const { spaces } = useContents(organizationId);
  return spaces.some(({ permissions }) => permissions.admin) ? (
    <TrashLink organizationId={organizationId} />
  ) : null;
};

/** The screens of an organization: its spaces and collections beside them. */
export const OrganizationLayout = ({
  organizationId,
  children,
}: {
  readonly organizationId: string;
  readonly children: ReactNode;
}) => {
  const params = { organizationId };
  const { data: organization } = useSuspenseQuery(read('/orgs/{organizationId}', { params }));
  useTitle(organization.title);
  const [dialog, setDialog] = useState<'space' | 'collection'>();
  const close = () => setDialog(undefined);
  const mayCreate = organization.permissions.createContent;
  // Guests see neither members nor sites.
  const maySeeSites = organization.permissions.listMembers;
  const header = (
    <>
      <OrganizationSwitcher current={organization} />
      {mayCreate && (
        <Menu align="end" trigger={<IconButton icon={Plus} label="New space or collection" />}>
          <MenuItem icon={Plus} onSelect={() => setDialog('space')}>
            New space…
          </MenuItem>
          <MenuItem icon={FolderPlus} onSelect={() => setDialog('collection')}>
            New collection…
          </MenuItem>
        </Menu>
      )}
    </>
  );
  const sidebar = (
    <>
      <nav aria-label="Organization" className={parts.links}>
        <Link to="/o/$organizationId" params={params} activeOptions={{ exact: true }} className={parts.link}>
          <House size={15} aria-hidden="true" /> Home
        </Link>
        {maySeeSites && (
          <Link
            to="/o/$organizationId/sites"
            params={params}
            search={{}}
            activeOptions={{ includeSearch: false }}
            className={parts.link}
          >
            <Globe size={15} aria-hidden="true" /> Sites
          </Link>
        )}
        {maySeeSites && (
          <Link
            to="/o/$organizationId/~/tasks"
            params={params}
            search={{}}
            activeOptions={{ includeSearch: false }}
            className={parts.link}
          >
            <ListTodo size={15} aria-hidden="true" /> Tasks
          </Link>
        )}
        <Suspense>
          {mayCreate ? (
            <TrashLink organizationId={organizationId} />
          ) : (
            <TrashOfSpaces organizationId={organizationId} />
          )}
        </Suspense>
        <Link to="/o/$organizationId/~/settings" params={params} className={parts.link}>
          <Settings2 size={15} aria-hidden="true" /> Settings
        </Link>
      </nav>
      <Suspense
        fallback={
          <p className={parts.empty} role="status" aria-busy="true">
            Loading…
          </p>
        }
      >
        <Spaces organizationId={organizationId} mayCreate={mayCreate} />
      </Suspense>
    </>
  );
  return (
    <SidebarLayout label="Spaces" header={header} sidebar={sidebar}>
      {children}
      <Suspense>
        {dialog === 'space' && <CreateSpaceDialog organizationId={organizationId} onClose={close} />}
        {dialog === 'collection' && <CollectionDialog organizationId={organizationId} onClose={close} />}
      </Suspense>
    </SidebarLayout>
  );
};
