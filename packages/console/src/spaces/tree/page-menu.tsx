import { Copy, ExternalLink, FilePlus, Link2, Pencil, Trash2 } from 'lucide-react';
import { IconButton } from '../../primitives/button.tsx';
import { copyAddress } from '../../primitives/copy-address.ts';
import { ActionsIcon } from '../../primitives/line-icons.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../primitives/menu.tsx';
import { childrenOf, flatten, type PageNode } from './page-node.ts';

/** The actions on a page in the tree. */
export const PageMenu = ({
  node,
  address,
  onInsert,
  onRename,
  onDuplicate,
  onRemove,
}: {
  readonly node: PageNode;
  /** Where the page is read in the console; groups and links have none. */
  readonly address: string | undefined;
  readonly onInsert: () => void;
  readonly onRename: () => void;
  readonly onDuplicate: () => void;
  readonly onRemove: () => void;
}) => {
  const below = flatten(childrenOf(node)).length;
  return (
    <Menu trigger={<IconButton icon={ActionsIcon} label={`Actions on ${node.title}`} tabIndex={-1} />}>
      {node.type !== 'link' && (
        <MenuItem icon={FilePlus} onSelect={onInsert}>
          New page inside
        </MenuItem>
      )}
      <MenuItem icon={Pencil} onSelect={onRename}>
        Rename
      </MenuItem>
      <MenuItem icon={Copy} onSelect={onDuplicate}>
        Duplicate
      </MenuItem>
      {address !== undefined && (
        <>
          <MenuSeparator />
          <MenuItem icon={ExternalLink} onSelect={() => window.open(address, '_blank', 'noopener')}>
            Open in a new tab
          </MenuItem>
          <MenuItem icon={Link2} onSelect={() => void copyAddress(address)}>
            Copy the address
          </MenuItem>
        </>
      )}
      <MenuSeparator />
      <MenuItem icon={Trash2} isDangerous onSelect={onRemove}>
        {below > 0 ? `Delete with ${below} ${below === 1 ? 'page' : 'pages'} inside` : 'Delete'}
      </MenuItem>
    </Menu>
  );
};
