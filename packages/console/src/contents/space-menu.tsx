import { Copy, Ellipsis, FolderInput, Pencil, Settings2, Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { IconButton } from '../primitives/button.tsx';
import { Menu, MenuItem, MenuSeparator } from '../primitives/menu.tsx';
import { useSpaceActions } from './use-space-actions.ts';

const SpaceSettingsDialog = lazy(async () => ({
  default: (await import('./space-settings-dialog.tsx')).SpaceSettingsDialog,
}));
const MoveDialog = lazy(async () => ({ default: (await import('./move-dialog.tsx')).MoveDialog }));

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
  const [dialog, setDialog] = useState<'settings' | 'move'>();
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
        <MenuItem icon={Settings2} onSelect={() => setDialog('settings')}>
          Settings…
        </MenuItem>
        <MenuItem icon={FolderInput} onSelect={() => setDialog('move')}>
          Move to…
        </MenuItem>
        <MenuItem icon={Copy} onSelect={() => duplicate(spaceId)}>
          Duplicate
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={Trash2} isDangerous onSelect={() => trash({ id: spaceId, title })}>
          Move to trash
        </MenuItem>
      </Menu>
      <Suspense>
        {dialog === 'settings' && <SpaceSettingsDialog spaceId={spaceId} onClose={close} />}
        {dialog === 'move' && (
          <MoveDialog
            organizationId={organizationId}
            kind="space"
            id={spaceId}
            title={title}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  );
};
