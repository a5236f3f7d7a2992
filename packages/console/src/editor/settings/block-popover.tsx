import { Popover } from '@base-ui/react/popover';
import type { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { ArrowDown, ArrowUp, Copy, Trash2 } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { filler } from '../../../../document/src/editor/editor-node.ts';
import { Button, IconButton } from '../../primitives/button.tsx';
import { continueAfter } from '../behavior/continue-writing.ts';
import { CellValue } from '../tables/cell-value.tsx';
import { TableSettings } from '../tables/table-settings.tsx';
import { useReturnFocus } from '../use-return-focus.ts';
import {
  blocksAround,
  deleteNode,
  duplicateNode,
  hasItems,
  moveNode,
  type PlacedBlock,
  siblingsOf,
  turnNodeInto,
} from './block-actions.ts';
import { withField } from './fields.ts';
import { ItemList } from './item-list.tsx';
import { fieldsOf, nodeData, nodeLabel, setNodeData } from './node-data.ts';
import { ReusableActions } from './reusable-actions.tsx';
import { SettingInputs } from './setting-input.tsx';
import styles from './settings.module.css';
import { type Target, targetsOf } from './turn-into.ts';

const Settings = ({
  editor,
  block: { position, node },
}: {
  readonly editor: Editor;
  readonly block: PlacedBlock;
}) => (
  <SettingInputs
    fields={fieldsOf(node)}
    data={nodeData(node)}
    onChange={(field, value) => {
      const current = editor.state.doc.nodeAt(position);
      if (current?.type === node.type)
        setNodeData(editor.view, position, withField(nodeData(current), field, value));
    }}
  />
);

/** Adds an empty caption below an image, a file or an embed. */
const addCaption = (editor: Editor, position: number, node: Node): void => {
  const { caption, paragraph } = editor.schema.nodes;
  editor
    .chain()
    .insertContentAt(
      position + node.nodeSize - 1,
      caption!.create(null, paragraph!.create(filler.attrs)).toJSON(),
    )
    .setTextSelection(position + 3)
    .focus()
    .run();
};

// Parts of a block are no blocks of their own.
const isAlone = ({ type }: Node): boolean => type.isInGroup('block');

/** Whether a text is all that a node without content has, such as a formula: Enter ends it, and writing continues after it. */
const isOneText = (node: Node): boolean => {
  const [field, ...more] = fieldsOf(node);
  return node.isAtom && field?.kind === 'text' && more.length === 0;
};

const hasCaption = ({ type: { name } }: Node): boolean => ['image', 'file', 'embed'].includes(name);

const Content = ({
  editor,
  block,
  onOther,
  onClose,
}: {
  readonly editor: Editor;
  readonly block: PlacedBlock;
  readonly onOther: (position: number) => void;
  readonly onClose: () => void;
}) => {
  const { position, node } = block;
  if (node.type.name === 'tableValue') return <CellValue editor={editor} position={position} />;
  const { before, after } = siblingsOf(editor.state.doc, position);
  const outer = blocksAround(editor.state.doc, position).filter((each) => each.position !== position);
  const targets = targetsOf(node.type.name);
  const around = outer[0];
  const move = (step: -1 | 1) => onOther(moveNode(editor, position, step));
  return (
    <>
      <header className={styles.header}>
        <Popover.Title className={styles.title}>{nodeLabel(node)}</Popover.Title>
        {node.isBlock && (
          <span className={styles.tools}>
            <IconButton icon={ArrowUp} label="Move up" disabled={before === 0} onClick={() => move(-1)} />
            <IconButton icon={ArrowDown} label="Move down" disabled={after === 0} onClick={() => move(1)} />
            <IconButton
              icon={Copy}
              label="Duplicate"
              onClick={() => {
                duplicateNode(editor, position);
                onClose();
              }}
            />
          </span>
        )}
        <IconButton
          icon={Trash2}
          label="Delete"
          onClick={() => {
            if (node.isBlock) deleteNode(editor, position);
            else editor.commands.deleteRange({ from: position, to: position + node.nodeSize });
            onClose();
          }}
        />
      </header>
      {outer.length > 0 && node.isBlock && (
        <nav aria-label="Blocks around" className={styles.outer}>
          In
          {outer.map((each) => (
            <button
              key={each.position}
              type="button"
              className={styles.link}
              onClick={() => onOther(each.position)}
            >
              {nodeLabel(each.node)}
            </button>
          ))}
        </nav>
      )}
      {targets.length > 0 && (
        <label className={styles.field}>
          <span className={styles.label}>Turn into</span>
          <select
            className={styles.input}
            value=""
            onChange={({ target }) => {
              turnNodeInto(editor, position, target.value as Target);
              onOther(position);
            }}
          >
            <option value="">{nodeLabel(node)}</option>
            {targets.map(({ name, label }) => (
              <option key={name} value={name}>
                {label}
              </option>
            ))}
          </select>
        </label>
      )}
      <Settings editor={editor} block={block} />
      {node.type.name === 'image' && around?.node.type.name === 'images' && (
        <Settings editor={editor} block={around} />
      )}
      {hasCaption(node) && node.childCount === 0 && (
        <Button
          variant="quiet"
          onClick={() => {
            onClose();
            addCaption(editor, position, node);
          }}
        >
          Add a caption
        </Button>
      )}
      {node.type.name === 'table' && <TableSettings editor={editor} position={position} node={node} />}
      {node.isBlock && isAlone(node) && (
        <ReusableActions editor={editor} position={position} node={node} onClose={onClose} />
      )}
      {hasItems(node) && <ItemList editor={editor} position={position} node={node} />}
    </>
  );
};

/** A popover with the settings of a block, and what can be done with it. */
export const BlockPopover = ({
  editor,
  position,
  node,
  onOther,
  onClose,
}: {
  readonly editor: Editor;
  readonly position: number | undefined;
  /** The block; null while the popover is closed. */
  readonly node: Node | null;
  readonly onOther: (position: number) => void;
  readonly onClose: () => void;
}) => {
  const { popup, returnFocus } = useReturnFocus(editor, node !== null);
  const finishByEnter = (event: KeyboardEvent) => {
    const { key, target, nativeEvent } = event;
    const isField = target instanceof HTMLInputElement && target.dataset.setting !== undefined;
    if (key !== 'Enter' || nativeEvent.isComposing || !isField || !node || !isOneText(node)) return;
    event.preventDefault();
    editor.view.dispatch(continueAfter(editor.state.tr, position! + node.nodeSize));
    onClose();
  };
  // Most people open it to change something.
  const firstField = () =>
    popup.current?.querySelector<HTMLElement>('[data-setting], [role="combobox"]') ?? true;
  const anchor = {
    getBoundingClientRect: () => {
      const dom = position === undefined ? null : editor.view.nodeDOM(position);
      const rect =
        dom instanceof Element ? dom.getBoundingClientRect() : editor.view.dom.getBoundingClientRect();
      const isInline = node?.isInline === true;
      return new DOMRect(
        rect.x,
        Math.max(60, rect.y),
        isInline ? rect.width : 1,
        isInline ? rect.height : 28,
      );
    },
  };
  return (
    <Popover.Root open={node !== null} onOpenChange={(open) => !open && onClose()}>
      <Popover.Portal>
        <Popover.Positioner anchor={anchor} align="start" sideOffset={4} className={styles.positioner}>
          <Popover.Popup
            ref={popup}
            className={styles.popup}
            initialFocus={firstField}
            finalFocus={returnFocus}
            onKeyDown={finishByEnter}
          >
            {node && (
              <Content
                key={`${position} ${node.type.name}`}
                editor={editor}
                block={{ position: position!, node }}
                onOther={onOther}
                onClose={onClose}
              />
            )}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
};
