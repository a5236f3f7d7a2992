import { type Editor, Extension } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';
import { useCallback, useEffect, useState } from 'react';
import { type BlockChoice, findChoices, insertChoice } from './block-choices.ts';
import styles from './menus.module.css';

interface Query {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/** The words after a slash before the cursor. */
const queryIn = ({ state: { selection } }: Editor): Query | undefined => {
  const { $from, empty } = selection;
  if (!empty || !$from.parent.isTextblock || $from.parent.type.spec.code || !$from.parent.inlineContent)
    return undefined;
  const before = $from.parent.textBetween(0, $from.parentOffset, undefined, '\ufffc');
  const found = /(?:^|\s)\/([\p{L}\d ]{0,20})$/u.exec(before);
  if (!found || $from.parent.type.name === 'tableHeading') return undefined;
  return { text: found[1]!, from: $from.pos - found[1]!.length - 1, to: $from.pos };
};

/** Gives the keys of the editor to the menu while it is open. */
export const createSlashTrigger = () => {
  let onKey: ((event: KeyboardEvent) => boolean) | undefined;
  return {
    listen: (listener: ((event: KeyboardEvent) => boolean) | undefined) => {
      onKey = listener;
    },
    extension: Extension.create({
      name: 'slashMenu',
      priority: 1000,
      addProseMirrorPlugins: () => [
        new Plugin({ props: { handleKeyDown: (_, event) => onKey?.(event) ?? false } }),
      ],
    }),
  };
};

/** A menu of blocks, opened by a slash. */
export const SlashMenu = ({
  editor,
  trigger,
}: {
  readonly editor: Editor;
  readonly trigger: ReturnType<typeof createSlashTrigger>;
}) => {
  const [query, setQuery] = useState<Query>();
  const [dismissed, setDismissed] = useState<number>();
  const [active, setActive] = useState(0);
  useEffect(() => {
    const update = () => {
      const found = queryIn(editor);
      setQuery((before) => (before?.text === found?.text && before?.from === found?.from ? before : found));
      if (!found) setDismissed(undefined);
    };
    editor.on('transaction', update);
    return () => void editor.off('transaction', update);
  }, [editor]);
  const choices = query && query.from !== dismissed ? findChoices(query.text) : [];
  const isOpen = query !== undefined && choices.length > 0;
  const index = Math.min(active, choices.length - 1);
  const take = useCallback(
    (choice: BlockChoice) => {
      if (!query) return;
      setActive(0);
      insertChoice(editor, query, choice);
    },
    [editor, query],
  );
  useEffect(() => {
    const onKey = ({ key }: KeyboardEvent): boolean => {
      if (key === 'ArrowDown') setActive((index + 1) % choices.length);
      else if (key === 'ArrowUp') setActive((index + choices.length - 1) % choices.length);
      else if (key === 'Enter' || key === 'Tab') take(choices[index]!);
      else if (key === 'Escape') setDismissed(query?.from);
      else return false;
      return true;
    };
    trigger.listen(isOpen ? onKey : undefined);
    return () => trigger.listen(undefined);
  });
  if (!isOpen) return null;
  const { left, bottom } = editor.view.coordsAtPos(query.from);
  return (
    <div className={styles.popup} style={{ left, top: bottom + 6 }} role="listbox" aria-label="Blocks">
      {choices.map((choice, at) => (
        <div
          key={choice.id}
          ref={at === index ? (item) => item?.scrollIntoView({ block: 'nearest' }) : undefined}
          role="option"
          tabIndex={-1}
          aria-selected={at === index}
          className={styles.item}
          onMouseEnter={() => setActive(at)}
          // The focus stays in the text.
          onMouseDown={(event) => {
            event.preventDefault();
            take(choice);
          }}
        >
          <choice.icon size={16} strokeWidth={1.75} aria-hidden="true" />
          {choice.title}
        </div>
      ))}
    </div>
  );
};
