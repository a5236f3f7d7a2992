import iconNames from 'virtual:icon-names';
import { useState } from 'react';
import { iconNameOf } from '../../../../site/src/html/named-icons.ts';
import { Button } from '../../primitives/button.tsx';
import { NamedIcon } from '../../primitives/named-icon.tsx';
import { findIcons, readIconNames } from './find-icons.ts';
import styles from './inline.module.css';

const SHOWN = 64;
const icons = readIconNames(iconNames);

/** Finds an icon by its name. */
export const IconPicker = ({
  chosen,
  onTake,
}: {
  /** The name of the icon that is chosen now. */
  readonly chosen?: string | undefined;
  readonly onTake: (name: string) => void;
}) => {
  const [text, setText] = useState('');
  const found = findIcons(icons, text, SHOWN);
  // Names of other sets have an icon, too: a similar one.
  const own = found.length === 0 ? iconNameOf(text) : undefined;
  return (
    <div>
      <input
        className={styles.input}
        aria-label="Find an icon"
        placeholder="Find an icon"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          // The form around would be sent.
          event.preventDefault();
          const first = found[0] ?? own;
          if (first !== undefined) onTake(first);
        }}
      />
      <div className={styles.grid}>
        {found.map((name) => (
          <button
            key={name}
            type="button"
            className={styles.cell}
            title={name}
            aria-label={name}
            aria-pressed={name === chosen}
            onClick={() => onTake(name)}
          >
            <NamedIcon name={name} />
          </button>
        ))}
      </div>
      {found.length === 0 && (
        <p className={styles.empty}>
          No icon has this name.{' '}
          {own !== undefined && (
            <Button variant="quiet" onClick={() => onTake(own)}>
              Use it nevertheless
            </Button>
          )}
        </p>
      )}
    </div>
  );
};
