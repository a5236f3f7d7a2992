import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FolderPlus, Globe, House, Plus, Settings2, Trash2 } from 'lucide-react';
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
  const { nodes, spaces } = useContents(organizationId);
  useTitle(organization.title);
  const [dialog, setDialog] = useState<'space' | 'collection'>();
  const close = () => setDialog(undefined);
  const mayCreate = organization.permissions.createContent;
  // Guests see neither members nor sites.
  const maySeeSites = organization.permissions.listMembers;
  const mayTrash = mayCreate || spaces.some(({ permissions }) => permissions.admin);
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
        {mayTrash && (
          <Link to="/o/$organizationId/~/trash" params={params} className={parts.link}>
            <Trash2 size={15} aria-hidden="true" /> Trash
          </Link>
        )}
        <Link to="/o/$organizationId/~/settings" params={params} className={parts.link}>
          <Settings2 size={15} aria-hidden="true" /> Settings
        </Link>
      </nav>
      {nodes.length === 0 ? (
        <p className={parts.empty}>There are no spaces yet. A space holds the pages of one documentation.</p>
      ) : (
        <ContentTree organizationId={organizationId} mayCreate={mayCreate} />
      )}
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
