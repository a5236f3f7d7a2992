import { Dialog } from '../primitives/dialog.tsx';
import { keyNames, SHORTCUT_GROUPS } from './shortcut-list.ts';
import styles from './shortcuts-dialog.module.css';

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** All keyboard shortcuts. */
export const ShortcutsDialog = ({ onClose }: { readonly onClose: () => void }) => (
  <Dialog title="Keyboard shortcuts" isOpen isWide onClose={onClose}>
    <div className={styles.groups}>
      {SHORTCUT_GROUPS.map(({ title, shortcuts }) => (
        <section key={title}>
          <h3 className={styles.title}>{title}</h3>
          <dl className={styles.list}>
            {shortcuts.map(([keys, effect]) => (
              <div key={effect} className={styles.row}>
                <dt>{effect}</dt>
                <dd>
                  {keyNames(keys, isMac).map((name) => (
                    <kbd key={name}>{name}</kbd>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  </Dialog>
);
