import { Ellipsis, FolderInput, FolderPlus, Pencil, Plus, Trash2, UserPlus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { IconButton } from '../primitives/button.tsx';
import { Menu, MenuItem, MenuSeparator } from '../primitives/menu.tsx';
import type { ContentNode } from './content-node.ts';
import { TransferItem } from './transfer-item.tsx';

const CreateSpaceDialog = lazy(async () => ({
  default: (await import('../spaces/create/create-space-dialog.tsx')).CreateSpaceDialog,
}));
const CollectionDialog = lazy(async () => ({
  default: (await import('./collection-dialog.tsx')).CollectionDialog,
}));
const DeleteCollectionDialog = lazy(async () => ({
  default: (await import('./delete-collection-dialog.tsx')).DeleteCollectionDialog,
}));
const TransferDialog = lazy(async () => ({
  default: (await import('./transfer-dialog.tsx')).TransferDialog,
}));
const ShareDialog = lazy(async () => ({
  default: (await import('../people/sharing/share-dialog.tsx')).ShareDialog,
}));
const MoveDialog = lazy(async () => ({ default: (await import('./move-dialog.tsx')).MoveDialog }));

/** The actions on a collection, for those who administer it. */
export const CollectionMenu = ({
  organizationId,
  node,
  isInTree = false,
  onRename,
}: {
  readonly organizationId: string;
  readonly node: Pick<ContentNode, 'id' | 'title' | 'mayCreate'>;
  /** Whether the button is in a row, which arrow keys reach instead of Tab. */
  readonly isInTree?: boolean;
  /** Starts to edit the title in place. */
  readonly onRename?: () => void;
}) => {
  const [dialog, setDialog] = useState<
    'space' | 'collection' | 'share' | 'rename' | 'move' | 'transfer' | 'delete'
  >();
  const close = () => setDialog(undefined);
  const { id, title, mayCreate } = node;
  return (
    <>
      <Menu
        align="end"
        trigger={
          <IconButton icon={Ellipsis} label={`Actions on ${title}`} {...(isInTree && { tabIndex: -1 })} />
        }
      >
        {mayCreate && (
          <>
            <MenuItem icon={Plus} onSelect={() => setDialog('space')}>
              New space inside…
            </MenuItem>
            <MenuItem icon={FolderPlus} onSelect={() => setDialog('collection')}>
              New collection inside…
            </MenuItem>
            <MenuSeparator />
          </>
        )}
        <MenuItem icon={UserPlus} onSelect={() => setDialog('share')}>
          Share…
        </MenuItem>
        <MenuItem icon={Pencil} onSelect={onRename ?? (() => setDialog('rename'))}>
          Rename
        </MenuItem>
        <MenuItem icon={FolderInput} onSelect={() => setDialog('move')}>
          Move to…
        </MenuItem>
        <TransferItem onSelect={() => setDialog('transfer')} />
        <MenuSeparator />
        <MenuItem icon={Trash2} isDangerous onSelect={() => setDialog('delete')}>
          Delete…
        </MenuItem>
      </Menu>
      <Suspense>
        {dialog === 'space' && (
          <CreateSpaceDialog organizationId={organizationId} parent={id} onClose={close} />
        )}
        {dialog === 'collection' && (
          <CollectionDialog organizationId={organizationId} parent={id} onClose={close} />
        )}
        {dialog === 'rename' && (
          <CollectionDialog organizationId={organizationId} renamed={{ id, title }} onClose={close} />
        )}
        {dialog === 'share' && (
          <ShareDialog
            organizationId={organizationId}
            content={{ kind: 'collection', id }}
            title={title}
            onClose={close}
          />
        )}
        {dialog === 'move' && (
          <MoveDialog
            organizationId={organizationId}
            kind="collection"
            id={id}
            title={title}
            onClose={close}
          />
        )}
        {dialog === 'transfer' && (
          <TransferDialog
            organizationId={organizationId}
            kind="collection"
            id={id}
            title={title}
            onClose={close}
          />
        )}
        {dialog === 'delete' && (
          <DeleteCollectionDialog
            organizationId={organizationId}
            collectionId={id}
            title={title}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  );
};
