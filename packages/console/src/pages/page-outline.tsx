import type { Document } from '@lectern/document';
import { useEffect, useMemo, useState } from 'react';
import { outlineOf } from '../../../site/src/document/outline.ts';
import styles from './page-outline.module.css';

// A heading is the current one when it is this near to the top of the window.
const READ_FROM = 140;

/** The id of the heading that is being read. */
const useCurrentHeading = (ids: readonly string[]): string | undefined => {
  const [current, setCurrent] = useState<string>();
  useEffect(() => {
    let frame = 0;
    const find = () => {
      frame = 0;
      const isPassed = (id: string) =>
        (document.getElementById(id)?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY) < READ_FROM;
      setCurrent(ids.findLast(isPassed) ?? ids[0]);
    };
    const findSoon = () => {
      frame ||= requestAnimationFrame(find);
    };
    findSoon();
    window.addEventListener('scroll', findSoon, { passive: true });
    return () => {
      window.removeEventListener('scroll', findSoon);
      cancelAnimationFrame(frame);
    };
  }, [ids]);
  return current;
};

/** The headings of a page, beside it; nothing for a page with fewer than two. */
export const PageOutline = ({ document }: { readonly document: unknown }) => {
  const entries = useMemo(() => outlineOf(document as Document, {}), [document]);
  const ids = useMemo(() => entries.map(({ id }) => id), [entries]);
  const current = useCurrentHeading(ids);
  if (entries.length < 2) return null;
  return (
    <nav aria-label="On this page" className={styles.outline}>
      <p className={styles.title}>On this page</p>
      <ul>
        {entries.map(({ id, title, level }) => (
          <li key={id} data-level={level}>
            <a href={`#${id}`} dir="auto" aria-current={id === current ? 'location' : undefined}>
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
};
