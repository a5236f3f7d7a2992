import { useQuery } from '@tanstack/react-query';
import {
  Copy,
  Ellipsis,
  FileArchive,
  FileText,
  FolderInput,
  Globe,
  Pencil,
  Settings2,
  Trash2,
  UserPlus,
} from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { read } from '../api/queries.ts';
import { useExport } from '../exports/use-export.tsx';
import { IconButton } from '../primitives/button.tsx';
import { Menu, MenuItem, MenuSeparator } from '../primitives/menu.tsx';
import { TransferItem } from './transfer-item.tsx';
import { useSpaceActions } from './use-space-actions.ts';

const SpaceSettingsDialog = lazy(async () => ({
  default: (await import('./space-settings-dialog.tsx')).SpaceSettingsDialog,
}));
const ShareDialog = lazy(async () => ({
  default: (await import('../people/sharing/share-dialog.tsx')).ShareDialog,
}));
const MoveDialog = lazy(async () => ({ default: (await import('./move-dialog.tsx')).MoveDialog }));
const TransferDialog = lazy(async () => ({
  default: (await import('./transfer-dialog.tsx')).TransferDialog,
}));
const CreateSiteDialog = lazy(async () => ({
  default: (await import('../sites/create-site-dialog.tsx')).CreateSiteDialog,
}));

/** Publishes the space, for those who may make sites. */
const PublishItem = ({
  organizationId,
  onSelect,
}: {
  readonly organizationId: string;
  readonly onSelect: () => void;
}) => {
  const { data } = useQuery(read('/orgs/{organizationId}', { params: { organizationId } }));
  return data?.permissions.createContent ? (
    <MenuItem icon={Globe} onSelect={onSelect}>
      Publish as a site…
    </MenuItem>
  ) : null;
};

/** The actions on a space, for those who administer it. */
export const SpaceMenu = ({
  organizationId,
  spaceId,
  title,
  isInTree = false,
  onRename,
}: {
  readonly organizationId: string;
  readonly spaceId: string;
  readonly title: string;
  /** Whether the button is in a row, which arrow keys reach instead of Tab. */
  readonly isInTree?: boolean;
  /** Starts to edit the title in place. */
  readonly onRename?: () => void;
}) => {
  const { trash, duplicate } = useSpaceActions();
  const { openPdf, saveMarkdown, dialog: pdfDialog } = useExport(spaceId, title);
  const [dialog, setDialog] = useState<'share' | 'settings' | 'move' | 'transfer' | 'site'>();
  const close = () => setDialog(undefined);
  return (
    <>
      <Menu
        align="end"
        trigger={
          <IconButton icon={Ellipsis} label={`Actions on ${title}`} {...(isInTree && { tabIndex: -1 })} />
        }
      >
        {onRename && (
          <MenuItem icon={Pencil} onSelect={onRename}>
            Rename
          </MenuItem>
        )}
        <MenuItem icon={UserPlus} onSelect={() => setDialog('share')}>
          Share…
        </MenuItem>
        <MenuItem icon={Settings2} onSelect={() => setDialog('settings')}>
          Settings…
        </MenuItem>
        <MenuItem icon={FolderInput} onSelect={() => setDialog('move')}>
          Move to…
        </MenuItem>
        <TransferItem onSelect={() => setDialog('transfer')} />
        <MenuItem icon={Copy} onSelect={() => duplicate(spaceId)}>
          Duplicate
        </MenuItem>
        <PublishItem organizationId={organizationId} onSelect={() => setDialog('site')} />
        <MenuSeparator />
        <MenuItem icon={FileText} onSelect={openPdf}>
          PDF…
        </MenuItem>
        <MenuItem icon={FileArchive} onSelect={saveMarkdown}>
          Export as Markdown (ZIP)
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={Trash2} isDangerous onSelect={() => trash({ id: spaceId, title })}>
          Move to trash
        </MenuItem>
      </Menu>
      {pdfDialog}
      <Suspense>
        {dialog === 'settings' && <SpaceSettingsDialog spaceId={spaceId} onClose={close} />}
        {dialog === 'share' && (
          <ShareDialog
            organizationId={organizationId}
            content={{ kind: 'space', id: spaceId }}
            title={title}
            onClose={close}
          />
        )}
        {dialog === 'move' && (
          <MoveDialog
            organizationId={organizationId}
            kind="space"
            id={spaceId}
            title={title}
            onClose={close}
          />
        )}
        {dialog === 'transfer' && (
          <TransferDialog
            organizationId={organizationId}
            kind="space"
            id={spaceId}
            title={title}
            onClose={close}
          />
        )}
        {dialog === 'site' && (
          <CreateSiteDialog organizationId={organizationId} space={{ id: spaceId, title }} onClose={close} />
        )}
      </Suspense>
    </>
  );
};
