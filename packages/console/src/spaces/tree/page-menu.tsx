import { Ellipsis, FilePlus, Pencil, Trash2 } from 'lucide-react';
import type { ContentPlace } from '../../pages/content-place.ts';
import { IconButton } from '../../primitives/button.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../primitives/menu.tsx';
import { childrenOf, flatten, type PageNode } from './page-node.ts';
import { useDeletePage } from './use-delete-page.ts';
import { useInsertPage } from './use-insert-page.ts';
import type { PageChanges } from './use-page-changes.ts';

/** The actions on a page in the tree. */
export const PageMenu = ({
  place,
  node,
  changes,
  onRename,
}: {
  readonly place: ContentPlace;
  readonly node: PageNode;
  readonly changes: PageChanges;
  readonly onRename: () => void;
}) => {
  const insert = useInsertPage(place, changes);
  const remove = useDeletePage(place);
  const below = flatten(childrenOf(node)).length;
  return (
    <Menu trigger={<IconButton icon={Ellipsis} label={`Actions on ${node.title}`} tabIndex={-1} />}>
      {node.type !== 'link' && (
        <MenuItem icon={FilePlus} onSelect={() => insert(node.id)}>
          New page inside
        </MenuItem>
      )}
      <MenuItem icon={Pencil} onSelect={onRename}>
        Rename
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={Trash2} isDangerous onSelect={() => remove(node)}>
        {below > 0 ? `Delete with ${below} ${below === 1 ? 'page' : 'pages'} inside` : 'Delete'}
      </MenuItem>
    </Menu>
  );
};
