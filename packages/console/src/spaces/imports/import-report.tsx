import styles from './import-page.module.css';

/** The remarks of an import about content that was left out, by file. */
export const ImportReport = ({
  entries,
}: {
  readonly entries: readonly { readonly path: string; readonly message: string }[];
}) =>
  entries.length > 0 && (
    <section aria-labelledby="report">
      <h2 id="report" className={styles.heading}>
        Report <span className={styles.count}>{entries.length}</span>
      </h2>
      <ul className={styles.report}>
        {entries.map(({ path, message }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the report does not change, and may repeat itself
          <li key={at}>
            <code>{path}</code> {message}
          </li>
        ))}
      </ul>
    </section>
  );
