import { Popover } from '@base-ui/react/popover';
import type { ContentRef } from '@lectern/document';
import type { Editor } from '@tiptap/core';
import {
  Bold,
  Code,
  ExternalLink,
  Italic,
  Keyboard,
  Link,
  type LucideIcon,
  MessageSquarePlus,
  MessageSquareText,
  Palette,
  Strikethrough,
  Subscript,
  Superscript,
  Unlink,
} from 'lucide-react';
import { type ReactElement, type ReactNode, useState } from 'react';
import { toDocument } from '../../../../document/src/editor/document.ts';
import type { EditorNode } from '../../../../document/src/editor/editor-node.ts';
import { markName } from '../../../../document/src/editor/names.ts';
import { COMMENT_SELECTION } from '../../comments/commented-text.ts';
import { Button } from '../../primitives/button.tsx';
import { Menu, MenuItem } from '../../primitives/menu.tsx';
import { linkAttributes } from '../inline/inline-nodes.ts';
import { LinkPicker } from '../inline/link-picker.tsx';
import { noteAttributes, noteOf } from '../inline/notes.ts';
import settings from '../settings/settings.module.css';
import { useEditorTools } from '../tools.ts';
import { useReturnFocus } from '../use-return-focus.ts';
import styles from './menus.module.css';

/** A popup of the toolbar. */
export type TextPopup = 'link' | 'note';

const MARKS = [
  { type: 'bold', label: 'Bold', icon: Bold },
  { type: 'italic', label: 'Italic', icon: Italic },
  { type: 'strikethrough', label: 'Strikethrough', icon: Strikethrough },
  { type: 'code', label: 'Code', icon: Code },
] as const;

const MORE = [
  { type: 'keyboard', label: 'Key', icon: Keyboard },
  { type: 'superscript', label: 'Superscript', icon: Superscript },
  { type: 'subscript', label: 'Subscript', icon: Subscript },
] as const;

const COLORS = ['default', 'red', 'orange', 'yellow', 'green', 'blue', 'purple'] as const;

const Tool = ({
  label,
  icon: Icon,
  ...attributes
}: { readonly label: string; readonly icon: LucideIcon } & React.ButtonHTMLAttributes<HTMLButtonElement>) => (
  <button type="button" title={label} aria-label={label} {...attributes} className={styles.tool}>
    <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
  </button>
);

/** A popup of the toolbar, which keeps the selection while it is open. */
const ToolPopup = ({
  editor,
  trigger,
  isOpen,
  onOpen,
  children,
}: {
  readonly editor: Editor;
  readonly trigger: ReactElement<Record<string, unknown>>;
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
  readonly children: ReactNode;
}) => {
  const { popup, returnFocus } = useReturnFocus(editor, isOpen);
  return (
    <Popover.Root open={isOpen} onOpenChange={onOpen}>
      <Popover.Trigger render={trigger} />
      <Popover.Portal>
        <Popover.Positioner sideOffset={6} align="start" className={settings.positioner}>
          <Popover.Popup ref={popup} className={settings.popup} finalFocus={returnFocus}>
            {children}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
};

const NoteForm = ({
  start,
  onSave,
  onRemove,
}: {
  readonly start: string;
  readonly onSave: (note: string) => void;
  readonly onRemove: () => void;
}) => {
  const [text, setText] = useState(start);
  return (
    <form
      className={settings.field}
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() === '') onRemove();
        else onSave(text);
      }}
    >
      <label className={settings.field}>
        <span className={settings.label}>Note for these words</span>
        <textarea
          // biome-ignore lint/a11y/noAutofocus: the field is the reason why the popup was opened
          autoFocus
          rows={4}
          className={settings.input}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </label>
      <span className={settings.row}>
        <Button type="submit" variant="primary">
          Save the note
        </Button>
        {start !== '' && (
          <Button variant="quiet" onClick={onRemove}>
            Remove
          </Button>
        )}
      </span>
    </form>
  );
};

/** The tools of the selected words, or of the link or note at the cursor. */
export const TextTools = ({
  editor,
  open,
  onOpen: setOpen,
}: {
  readonly editor: Editor;
  /** The popup that is open. */
  readonly open: TextPopup | undefined;
  readonly onOpen: (open: TextPopup | undefined) => void;
}) => {
  const { page, hasComments } = useEditorTools();
  const { from, to, empty } = editor.state.selection;
  const start = editor.view.coordsAtPos(from);
  const end = editor.view.coordsAtPos(to);
  const ref = editor.getAttributes('link').data?.ref as ContentRef | undefined;
  const target = ref && page.context.hrefOf(ref);
  const close = () => setOpen(undefined);
  // A link or a note at the cursor is changed as a whole.
  const whole = (name: string) => (empty ? editor.chain().extendMarkRange(name) : editor.chain());
  const setLink = (taken: ContentRef) => {
    whole('link').setMark('link', linkAttributes(taken)).run();
    close();
  };
  return (
    <div
      role="toolbar"
      aria-label="Format"
      className={styles.toolbar}
      style={{
        left: Math.max(8, Math.min(start.left, end.left, window.innerWidth - 400)),
        top: start.top > 110 ? start.top - 46 : Math.min(window.innerHeight - 60, end.bottom + 8),
      }}
      onMouseDown={(event) => event.preventDefault()}
    >
      {empty ? (
        ref && (
          <a
            className={styles.target}
            href={target?.href}
            target="_blank"
            rel="noreferrer"
            onClick={(event) => target || event.preventDefault()}
          >
            <ExternalLink size={14} aria-hidden="true" />
            <span>{target?.title ?? 'Nothing that can be found'}</span>
          </a>
        )
      ) : (
        <>
          {MARKS.map(({ type, label, icon }) => (
            <Tool
              key={type}
              label={label}
              icon={icon}
              aria-pressed={editor.isActive(markName(type))}
              onClick={() => editor.chain().focus().toggleMark(markName(type)).run()}
            />
          ))}
          <Menu trigger={<Tool label="Color and more" icon={Palette} />}>
            {MORE.map(({ type, label, icon }) => (
              <MenuItem
                key={type}
                icon={icon}
                onSelect={() => editor.chain().focus().toggleMark(markName(type)).run()}
              >
                {label}
              </MenuItem>
            ))}
            {COLORS.map((color) => (
              <MenuItem
                key={color}
                onSelect={() => {
                  const chain = editor.chain().focus();
                  if (color === 'default') chain.unsetMark('colorMark').run();
                  else chain.setMark('colorMark', { data: { text: color, background: 'default' } }).run();
                }}
              >
                <span className={color === 'default' ? undefined : `color-${color}`} aria-hidden="true">
                  A
                </span>
                {color === 'default' ? 'Color of the text' : `${color[0]!.toUpperCase()}${color.slice(1)}`}
              </MenuItem>
            ))}
          </Menu>
        </>
      )}
      {(!empty || ref) && (
        <ToolPopup
          editor={editor}
          isOpen={open === 'link'}
          onOpen={(isOpen) => (isOpen ? setOpen('link') : close())}
          trigger={
            <Tool label={empty ? 'Edit the link' : 'Link'} icon={Link} aria-pressed={ref !== undefined} />
          }
        >
          <LinkPicker
            document={toDocument(editor.state.doc.toJSON() as EditorNode)}
            start={ref?.kind === 'url' ? ref.url : ''}
            onTake={setLink}
          />
        </ToolPopup>
      )}
      {ref && (
        <Tool
          label="Remove the link"
          icon={Unlink}
          onClick={() => whole('link').unsetMark('link').focus().run()}
        />
      )}
      {(!empty || editor.isActive('annotation')) && (
        <ToolPopup
          editor={editor}
          isOpen={open === 'note'}
          onOpen={(isOpen) => (isOpen ? setOpen('note') : close())}
          trigger={
            <Tool label="Note" icon={MessageSquareText} aria-pressed={editor.isActive('annotation')} />
          }
        >
          <NoteForm
            start={noteOf(editor.getAttributes('annotation').fragments)}
            onSave={(note) => {
              whole('annotation').setMark('annotation', noteAttributes(note)).run();
              close();
            }}
            onRemove={() => {
              whole('annotation').unsetMark('annotation').run();
              close();
            }}
          />
        </ToolPopup>
      )}
      {!empty && hasComments && (
        <Tool
          label="Comment"
          icon={MessageSquarePlus}
          onClick={() => editor.view.dom.dispatchEvent(new CustomEvent(COMMENT_SELECTION))}
        />
      )}
    </div>
  );
};
