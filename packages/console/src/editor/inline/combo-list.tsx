import { type ReactNode, useId, useState } from 'react';
import styles from './inline.module.css';

/** An entry of the list. */
interface ComboItem {
  readonly id: string;
  readonly group?: string;
  readonly content: ReactNode;
}

/** A field with a list of matches below it, for the keyboard and the pointer. */
export const ComboList = <Item extends ComboItem>({
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
        {items.map((item, at) => (
          <div key={item.id}>
            {item.group !== undefined && item.group !== items[at - 1]?.group && (
              <div role="presentation" className={styles.group}>
                {item.group}
              </div>
            )}
            <div
              id={idOf(at)}
              ref={at === index ? (found) => found?.scrollIntoView({ block: 'nearest' }) : undefined}
              role="option"
              tabIndex={-1}
              aria-selected={at === index}
              className={styles.item}
              onMouseMove={() => setActive(at)}
              onMouseDown={(event) => {
                event.preventDefault();
                onTake(item);
              }}
            >
              {item.content}
            </div>
          </div>
        ))}
      </div>
      {items.length === 0 && <p className={styles.empty}>{empty}</p>}
    </div>
  );
};
