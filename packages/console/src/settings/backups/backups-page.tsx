import { Archive } from 'lucide-react';
import type { ItemOf } from '../../api/operations.ts';
import { readPages } from '../../api/queries.ts';
import { usePages } from '../../api/use-pages.ts';
import { CopyField } from '../../primitives/copy-field.tsx';
import { megabytes } from '../../primitives/megabytes.ts';
import { RelativeTime } from '../../primitives/relative-time.tsx';
import { ShowMore } from '../../primitives/show-more.tsx';
import styles from '../rows.module.css';
import { Empty, SettingsPage, SettingsSection } from '../settings-page.tsx';

const PATH = '/server/backups';
type Backup = ItemOf<typeof PATH>;

const today = (): string => new Date().toISOString().slice(0, 10);

/** A path as a word of a command line. */
const quoted = (file: string): string =>
  /^[\w./:@%+-]+$/.test(file) ? file : `'${file.replaceAll("'", `'\\''`)}'`;

const Row = ({ backup }: { readonly backup: Backup }) => {
  const { file, bytes, files, missing, version, createdAt } = backup;
  return (
    <li className={styles.row}>
      <Archive size={18} strokeWidth={1.75} aria-hidden="true" />
      <span className={styles.about}>
        <span className={styles.name}>{file}</span>
        <span className={styles.facts}>
          <RelativeTime time={createdAt} />, {megabytes(bytes)} with{' '}
          {files === 1 ? 'one file' : `${files} files`}, Lectern {version}
        </span>
        {missing > 0 && (
          <span className={styles.facts}>
            {missing === 1 ? 'One file is' : `${missing} files are`} missing in it and in the file storage.
          </span>
        )}
      </span>
    </li>
  );
};

const Content = () => {
  const { items, ...more } = usePages(readPages(PATH, { query: { limit: 30 } }));
  const newest = items[0]?.file ?? `/backups/${today()}.lectern`;
  return (
    <>
      <SettingsSection
        title="Commands"
        description="They run on the machine of the server, with the same environment variables. A backup is made while the server runs. To restore one, stop the server and give it an empty data folder or an empty database; the file is checked before anything is written."
      >
        <CopyField label="Make a backup" value={`npx lectern backup /backups/${today()}.lectern`} />
        <CopyField label="Restore a backup" value={`npx lectern restore ${quoted(newest)}`} />
      </SettingsSection>
      {items.length === 0 ? (
        <Empty>No backup was made yet.</Empty>
      ) : (
        <>
          <p className={styles.count}>
            Finished backups and where they were written. Files that were moved or deleted since are listed,
            too.
          </p>
          <ul className={styles.rows} aria-label="Finished backups">
            {items.map((backup) => (
              <Row key={backup.id} backup={backup} />
            ))}
          </ul>
          <ShowMore {...more} />
        </>
      )}
    </>
  );
};

/** The backups of the server, and the commands that make and restore one. */
export const BackupsRoute = () => (
  <SettingsPage
    title="Backups"
    description="A backup is one file with the whole server: all organizations, uploaded files, keys and pending jobs. Only you, who set up the server, see this page."
  >
    <Content />
  </SettingsPage>
);
