import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../primitives/button.tsx';
import { ActionCounts, ITEM_ICONS } from '../review/change-tree.tsx';
import { changeInWords } from '../review/change-words.ts';
import type { ChangedItem } from '../review/changed-items.ts';
import styles from './changed-list.module.css';
import type { ChangeRequestParams } from './queries.ts';

// Most change requests are shorter; a long one should not push the discussion off the screen.
const SHOWN = 10;

/** The changed pages, files and other items as links to their differences, with what happened to each. */
export const ChangedList = ({
  params,
  items,
  more,
}: {
  readonly params: ChangeRequestParams;
  readonly items: readonly ChangedItem[];
  /** The number of changes that are not listed. */
  readonly more: number;
}) => {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? items : items.slice(0, SHOWN);
  const hidden = items.length - shown.length;
  return (
    <>
      <ActionCounts items={items} />
      <ul className={styles.items}>
        {shown.map((item) => {
          const Icon = ITEM_ICONS[item.kind];
          return (
            <li key={item.key} className={styles.item}>
              <Link
                to="/s/$spaceId/~/changes/$changeRequestId/~/files"
                params={params}
                search={{ item: item.key }}
                className={styles.link}
              >
                <Icon size={15} strokeWidth={1.75} aria-hidden="true" />
                <span className={styles.name}>{item.title || 'Untitled'}</span>
              </Link>
              <span className={styles.words} data-action={item.actions[0]}>
                {changeInWords(item)}
              </span>
            </li>
          );
        })}
      </ul>
      {hidden > 0 && (
        <Button variant="quiet" onClick={() => setWhole(true)}>
          Show {hidden} more
        </Button>
      )}
      {more > 0 && <p className={styles.more}>{more} more changes are not listed.</p>}
    </>
  );
};
