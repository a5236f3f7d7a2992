import { useState } from 'react';
import type { ContentPlace } from '../pages/content-place.ts';
import { PageLink } from '../pages/page-link.tsx';
import type { PageNode } from '../spaces/tree/page-node.ts';
import styles from './shared-content.module.css';
import { SharedContentLink } from './shared-content-link.tsx';
import type { Variable } from './use-variables.ts';

const inWords = (count: number): string =>
  count === 0 ? 'Not used' : `Used by ${count} ${count === 1 ? 'page' : 'pages'}`;

/** The pages that use a variable or a reusable content; the list opens. */
export const UsedBy = ({
  place,
  pages,
  usage,
}: {
  readonly place: ContentPlace;
  /** All pages of the space, by id. */
  readonly pages: ReadonlyMap<string, PageNode>;
  readonly usage: Variable['usedBy'];
}) => {
  const [isOpen, setOpen] = useState(false);
  const { count, items } = usage ?? { count: 0, items: [] };
  if (count === 0) return <span className={styles.quiet}>{inWords(0)}</span>;
  return (
    <>
      <button type="button" className={styles.usage} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {inWords(count)}
      </button>
      {isOpen && (
        <ul className={styles.users}>
          {items.map(({ kind, id, title }) => (
            <li key={id}>
              {kind === 'page' ? (
                <PageLink place={place} path={pages.get(id)?.path ?? ''}>
                  {title}
                </PageLink>
              ) : (
                <SharedContentLink place={place} reusableContentId={id}>
                  {title}
                </SharedContentLink>
              )}
            </li>
          ))}
          {count > items.length && <li>and {count - items.length} more</li>}
        </ul>
      )}
    </>
  );
};
