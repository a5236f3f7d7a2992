import type { Response } from '../../api/operations.ts';
import styles from './import-page.module.css';

type Preview = NonNullable<Response<'GET', '/org/{organizationId}/imports/{importRunId}'>['preview']>;

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

/** The pages and files that an import would add. */
export const ImportPreview = ({
  preview: { pages, pageCount, fileCount },
}: {
  readonly preview: Preview;
}) => {
  const shown = pages.filter(({ isFolder }) => !isFolder).length;
  return (
    <>
      <p className={styles.result}>
        {counted(pageCount, 'page', 'pages')} and {counted(fileCount, 'file', 'files')} would be imported.
        Nothing is written yet.
      </p>
      <section aria-labelledby="pages">
        <h2 id="pages" className={styles.heading}>
          Pages <span className={styles.count}>{pageCount}</span>
        </h2>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls is reached by keys */}
        <ul className={`${styles.report} ${styles.pages}`} tabIndex={0} aria-labelledby="pages">
          {pages.map(({ title, depth }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the preview does not change, and titles may repeat
            <li key={at} style={{ paddingInlineStart: `${0.875 + Math.min(depth, 6) * 1.25}rem` }}>
              {title}
            </li>
          ))}
          {pageCount > shown && <li>and {pageCount - shown} more</li>}
        </ul>
      </section>
    </>
  );
};
