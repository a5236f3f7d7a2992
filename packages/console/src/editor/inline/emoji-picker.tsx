import { useState } from 'react';
import { type EmojiChoice, findEmoji } from './emoji.ts';
import styles from './inline.module.css';

const SHOWN = 64;

/** Finds an emoji by its name. */
export const EmojiPicker = ({
  chosen,
  onTake,
}: {
  /** The code of the emoji that is chosen now. */
  readonly chosen?: string | undefined;
  readonly onTake: (emoji: EmojiChoice) => void;
}) => {
  const [text, setText] = useState('');
  const found = findEmoji(text, SHOWN);
  return (
    <div>
      <input
        className={styles.input}
        aria-label="Find an emoji"
        placeholder="Find an emoji"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !found[0]) return;
          event.preventDefault();
          onTake(found[0]);
        }}
      />
      <div className={styles.grid}>
        {found.map((each) => (
          <button
            key={each.code}
            type="button"
            className={styles.cell}
            title={each.name.replaceAll('_', ' ')}
            aria-label={each.name.replaceAll('_', ' ')}
            aria-pressed={each.code === chosen}
            onClick={() => onTake(each)}
          >
            {each.emoji}
          </button>
        ))}
      </div>
      {found.length === 0 && <p className={styles.empty}>No emoji has this name.</p>}
    </div>
  );
};
