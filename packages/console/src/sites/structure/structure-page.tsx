import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import {
  ArrowDown,
  ArrowUp,
  Book,
  Ellipsis,
  FolderPlus,
  FolderTree,
  Layers,
  Pencil,
  Plus,
  Star,
  Trash2,
} from 'lucide-react';
import { useState } from 'react';
import rows from '../../contents/collection-page.module.css';
import { Button, IconButton } from '../../primitives/button.tsx';
import { ContentIcon } from '../../primitives/content-icon.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../primitives/menu.tsx';
import { NamedIcon } from '../../primitives/named-icon.tsx';
import { TreeView, treeLink } from '../../tree/tree-view.tsx';
import { languageName } from '../languages.ts';
import { readStructure, useSite } from '../queries.ts';
import styles from '../sites.module.css';
import { AddGroupDialog, AddSpaceDialog } from './add-dialogs.tsx';
import { ItemPanel } from './item-panel.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import own from './structure.module.css';
import { pathOf, type StructureNode, structureNodes, structureTree } from './structure-node.ts';
import { useStructureChanges } from './use-structure-changes.ts';

const ROUTE = '/o/$organizationId/sites/$siteId/structure';
const ROW_HEIGHT = 32;
const TITLE_LENGTH = 100;

const KindIcon = ({ item }: { readonly item: StructureNode['item'] }) => {
  if (item.object === 'site-space') return <ContentIcon emoji={item.space.emoji} icon={Book} />;
  if (item.icon) return <NamedIcon name={item.icon} />;
  const Icon = item.object === 'site-section' ? Layers : FolderTree;
  return <Icon size={16} strokeWidth={1.75} aria-hidden="true" />;
};

/** The language of a site space, and whether an entry is the default. */
const factsOf = ({ item }: StructureNode): readonly string[] => [
  ...(item.object === 'site-space' && item.space.language ? [languageName(item.space.language)] : []),
  ...(item.object !== 'site-section-group' && item.default ? ['Default'] : []),
];

/** The structure of a site as a tree, and the settings of the chosen entry beside it. */
export const StructurePage = () => {
  const { params, site } = useSite();
  const { item: chosenId } = useSearch({ from: ROUTE });
  const navigate = useNavigate();
  const { data } = useSuspenseQuery(readStructure(params));
  const { nodes, ...changes } = useStructureChanges(params, structureNodes(data));
  const [dialog, setDialog] = useState<'space' | 'section' | 'group'>();
  const [removed, setRemoved] = useState<StructureNode>();
  const mayChange = site.permissions.admin;
  const all = structureTree.flatten(nodes);
  const chosen = all.find(({ id }) => id === chosenId);
  const hasSections = data.type === 'sections';
  const close = () => setDialog(undefined);
  const open = (item: string | undefined) =>
    void navigate({ to: ROUTE, params, search: item === undefined ? {} : { item } });
  const stepItem = (node: StructureNode, step: 'up' | 'down') => {
    const place = structureTree.placeAfterStep(nodes, node.id, step);
    return (
      place && (
        <MenuItem icon={step === 'up' ? ArrowUp : ArrowDown} onSelect={() => changes.move(node.id, place)}>
          Move {step}
        </MenuItem>
      )
    );
  };
  return (
    <div className={styles.page}>
      <div className={styles.sectionHeader}>
        <h2>Structure</h2>
        {mayChange && (
          <div className={own.tools}>
            <Button icon={Plus} onClick={() => setDialog('space')}>
              Add space
            </Button>
            <Button icon={Layers} onClick={() => setDialog('section')}>
              Add section
            </Button>
            {hasSections && (
              <Button icon={FolderPlus} onClick={() => setDialog('group')}>
                Add group
              </Button>
            )}
          </div>
        )}
      </div>
      <p className={styles.note}>
        {hasSections
          ? 'Sections are tabs in the header. The spaces of a section are its variants: versions or languages.'
          : 'The spaces of a site are its variants: versions or languages. Sections make tabs of several spaces.'}
      </p>
      {nodes.length === 0 ? (
        <p className={rows.empty}>
          {site.siteSpaces === 0
            ? 'The site has no spaces yet. Add one to show its pages.'
            : 'You have no access to the spaces of this site.'}
        </p>
      ) : (
        <div className={own.columns}>
          <div className={own.tree} style={{ height: all.length * ROW_HEIGHT + 48 }}>
            <TreeView
              kind="structure"
              label="Structure of the site"
              tree={structureTree}
              nodes={nodes}
              currentId={chosen?.id}
              changes={
                mayChange
                  ? {
                      canChange: () => true,
                      move: changes.move,
                      rename: changes.rename,
                      titleLength: TITLE_LENGTH,
                      remove: setRemoved,
                      menuOf: (node, rename) => (
                        <Menu
                          align="end"
                          trigger={
                            <IconButton icon={Ellipsis} label={`Actions on ${node.title}`} tabIndex={-1} />
                          }
                        >
                          <MenuItem icon={Pencil} onSelect={rename}>
                            Rename
                          </MenuItem>
                          {node.item.object !== 'site-section-group' && !node.item.default && (
                            <MenuItem icon={Star} onSelect={() => changes.makeDefault(node)}>
                              Make default
                            </MenuItem>
                          )}
                          {stepItem(node, 'up')}
                          {stepItem(node, 'down')}
                          <MenuSeparator />
                          <MenuItem icon={Trash2} isDangerous onSelect={() => setRemoved(node)}>
                            Remove…
                          </MenuItem>
                        </Menu>
                      ),
                    }
                  : undefined
              }
              linkOf={(node, isCurrent) => (
                <Link
                  to={ROUTE}
                  params={params}
                  search={{ item: node.id }}
                  className={treeLink.link}
                  tabIndex={-1}
                  draggable={false}
                  data-current={isCurrent || undefined}
                >
                  <KindIcon item={node.item} />
                  <span className={treeLink.name}>{node.title}</span>
                  {/* The name of the row is its title; these are its description. */}
                  {factsOf(node).map((fact) => (
                    <span key={fact} className={own.fact} data-text={fact} />
                  ))}
                  <span className={own.path} data-text={pathOf(nodes, node)} />
                </Link>
              )}
              descriptionOf={(node) =>
                [...factsOf(node), pathOf(nodes, node)].filter((fact) => fact !== undefined).join(', ')
              }
              onOpen={(node) => open(node.id)}
            />
          </div>
          {chosen ? (
            <ItemPanel
              key={chosen.id}
              params={params}
              node={chosen}
              path={pathOf(nodes, chosen)}
              mayChange={mayChange}
              onMakeDefault={() => changes.makeDefault(chosen)}
              onRemove={() => setRemoved(chosen)}
              onClose={() => open(undefined)}
            />
          ) : (
            <p className={own.hint}>
              Choose an entry to see its settings.
              {mayChange &&
                ' Drag entries to reorder them, or press Alt with an arrow key. F2 renames, Delete removes.'}
            </p>
          )}
        </div>
      )}
      {dialog === 'group' && <AddGroupDialog params={params} onClose={close} onAdded={open} />}
      {(dialog === 'space' || dialog === 'section') && (
        <AddSpaceDialog
          params={params}
          kind={dialog}
          sections={all.filter(({ item }) => item.object === 'site-section')}
          chosen={chosen}
          onClose={close}
          onAdded={open}
        />
      )}
      {removed && (
        <RemoveDialog
          node={removed}
          removal={changes.remove}
          onClose={() => setRemoved(undefined)}
          onRemoved={() => removed.id === chosenId && open(undefined)}
        />
      )}
    </div>
  );
};
