import { FilePlus, Pencil, Trash2 } from 'lucide-react';
import { IconButton } from '../../primitives/button.tsx';
import { ActionsIcon } from '../../primitives/line-icons.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../primitives/menu.tsx';
import { childrenOf, flatten, type PageNode } from './page-node.ts';

/** The actions on a page in the tree. */
export const PageMenu = ({
  node,
  onInsert,
  onRename,
  onRemove,
}: {
  readonly node: PageNode;
  readonly onInsert: () => void;
  readonly onRename: () => void;
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
      <MenuSeparator />
      <MenuItem icon={Trash2} isDangerous onSelect={onRemove}>
        {below > 0 ? `Delete with ${below} ${below === 1 ? 'page' : 'pages'} inside` : 'Delete'}
      </MenuItem>
    </Menu>
  );
};
