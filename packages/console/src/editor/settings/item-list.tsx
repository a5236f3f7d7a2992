import type { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import { Button, IconButton } from '../../primitives/button.tsx';
import { addItem, deleteNode, moveNode } from './block-actions.ts';
import { withField } from './fields.ts';
import { fieldsOf, nodeData, nodeLabel, setNodeData } from './node-data.ts';
import { SettingInputs } from './setting-input.tsx';
import styles from './settings.module.css';

const NAMES: Readonly<Record<string, string>> = {
  tabsItem: 'Tab',
  stepperStep: 'Step',
  column: 'Column',
  update: 'Update',
};

/** The tabs, steps, columns or updates of a block: added, renamed, moved and removed. */
export const ItemList = ({
  editor,
  position,
  node,
}: {
  readonly editor: Editor;
  readonly position: number;
  readonly node: Node;
}) => {
  let at = position + 1;
  const items = node.children.map((item) => {
    const placed = { item, at };
    at += item.nodeSize;
    return placed;
  });
  return (
    <div className={styles.items}>
      {items.map(({ item, at: start }, index) => {
        const name = `${NAMES[item.type.name] ?? nodeLabel(item)} ${index + 1}`;
        return (
          <fieldset key={start} className={styles.item}>
            <legend className={styles.legend}>{name}</legend>
            <span className={styles.tools}>
              <IconButton
                icon={ArrowUp}
                label={`Move ${name} up`}
                disabled={index === 0}
                onClick={() => moveNode(editor, start, -1)}
              />
              <IconButton
                icon={ArrowDown}
                label={`Move ${name} down`}
                disabled={index === items.length - 1}
                onClick={() => moveNode(editor, start, 1)}
              />
              <IconButton
                icon={Trash2}
                label={`Remove ${name}`}
                disabled={items.length === 1}
                onClick={() => deleteNode(editor, start)}
              />
            </span>
            <SettingInputs
              fields={fieldsOf(item)}
              data={nodeData(item)}
              onChange={(field, value) =>
                setNodeData(
                  editor.view,
                  start,
                  withField(nodeData(editor.state.doc.nodeAt(start) ?? item), field, value),
                )
              }
            />
          </fieldset>
        );
      })}
      <Button variant="quiet" icon={Plus} onClick={() => addItem(editor, position)}>
        Add {(NAMES[node.firstChild?.type.name ?? ''] ?? 'item').toLowerCase()}
      </Button>
    </div>
  );
};
