import { useId, useState } from 'react';
import { type GroupedOption, Options } from '../../primitives/option-list.tsx';
import styles from './inline.module.css';

const CLASSES = { group: styles.group!, item: styles.item! };

/** A field with a list of matches below it, for the keyboard and the pointer. */
export const ComboList = <Item extends GroupedOption>({
  label,
  placeholder,
  text,
  onText,
  items,
  onTake,
  empty,
}: {
  readonly label: string;
  readonly placeholder: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly items: readonly Item[];
  readonly onTake: (item: Item) => void;
  readonly empty: string;
}) => {
  const id = useId();
  const [active, setActive] = useState(0);
  const index = Math.min(active, items.length - 1);
  const idOf = (at: number) => `${id}-${at}`;
  return (
    <div>
      <input
        // biome-ignore lint/a11y/noAutofocus: the field is the reason why the popup was opened
        autoFocus
        role="combobox"
        aria-label={label}
        aria-expanded={items.length > 0}
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={items.length > 0 ? idOf(index) : undefined}
        className={styles.input}
        value={text}
        placeholder={placeholder}
        spellCheck={false}
        onChange={(event) => {
          setActive(0);
          onText(event.target.value);
        }}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') setActive((index + 1) % Math.max(1, items.length));
          else if (event.key === 'ArrowUp') setActive((index + items.length - 1) % Math.max(1, items.length));
          else if (event.key === 'Enter' && items[index]) onTake(items[index]);
          else return;
          event.preventDefault();
          event.stopPropagation();
        }}
      />
      <div id={id} role="listbox" aria-label={label} className={styles.list}>
        <Options
          items={items}
          active={index}
          onActive={setActive}
          onTake={onTake}
          idOf={idOf}
          classes={CLASSES}
        />
      </div>
      {items.length === 0 && <p className={styles.empty}>{empty}</p>}
    </div>
  );
};
