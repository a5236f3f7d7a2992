import { Popover } from '@base-ui/react/popover';
import { SmilePlus } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import styles from './emoji-picker.module.css';
import { findEmojis } from './emojis.ts';

const COLUMNS = 8;
const STEPS: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowLeft: -1,
  ArrowDown: COLUMNS,
  ArrowUp: -COLUMNS,
};

/** A button with an emoji that opens a small choice of others; arrow keys walk it. */
export const EmojiPicker = ({
  emoji,
  label = 'Icon',
  onPick,
}: {
  readonly emoji: string | undefined;
  readonly label?: string;
  readonly onPick: (emoji: string) => void;
}) => {
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState('');
  const grid = useRef<HTMLDivElement>(null);
  const found = findEmojis(text);
  const buttons = () => [...(grid.current?.querySelectorAll<HTMLElement>('button') ?? [])];
  const walk = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    const all = buttons();
    const at = all.indexOf(event.target as HTMLElement);
    if (step === undefined || at < 0) return;
    event.preventDefault();
    all[Math.max(0, Math.min(all.length - 1, at + step))]?.focus();
  };
  const pick = (picked: string) => {
    onPick(picked);
    setOpen(false);
    setText('');
  };
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger className={styles.trigger} aria-label={emoji ? `${label}: ${emoji}` : label}>
        {emoji ? <span aria-hidden="true">{emoji}</span> : <SmilePlus size={16} aria-hidden="true" />}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner sideOffset={4} align="start" className={styles.positioner}>
          <Popover.Popup className={styles.popup} aria-label="Choose an emoji">
            <input
              className={styles.search}
              aria-label="Search emojis"
              placeholder="Search…"
              value={text}
              onChange={(event) => setText(event.target.value)}
              onKeyDown={(event) => {
                if (event.key === 'ArrowDown') {
                  event.preventDefault();
                  buttons()[0]?.focus();
                }
                if (event.key === 'Enter') {
                  // The form around would be sent.
                  event.preventDefault();
                  if (found[0]) pick(found[0][0]);
                }
              }}
            />
            {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the buttons inside */}
            <div ref={grid} className={styles.grid} onKeyDown={walk}>
              {found.map(([each, words], at) => (
                <button
                  key={each}
                  type="button"
                  className={styles.emoji}
                  aria-label={words}
                  title={words}
                  aria-pressed={each === emoji}
                  tabIndex={at === 0 ? 0 : -1}
                  onClick={() => pick(each)}
                >
                  {each}
                </button>
              ))}
            </div>
            {found.length === 0 && <p className={styles.empty}>No emoji matches.</p>}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
};
