import { useState } from 'react';
import { call } from '../api/client.ts';
import { readPages } from '../api/queries.ts';
import { usePages } from '../api/use-pages.ts';
import { Button } from '../primitives/button.tsx';
import { RelativeTime } from '../primitives/relative-time.tsx';
import { ShowMore } from '../primitives/show-more.tsx';
import { notify } from '../primitives/toasts.tsx';
import { Empty } from '../settings/settings-page.tsx';
import styles from './openapi.module.css';

const PATH = '/orgs/{organizationId}/openapi/{specSlug}/versions';

const save = (name: string, text: string) => {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
};

/** The versions of a specification, newest first. */
export const Versions = ({
  organizationId,
  slug,
}: {
  readonly organizationId: string;
  readonly slug: string;
}) => {
  const params = { organizationId, specSlug: slug };
  const [loading, setLoading] = useState<string>();
  const { items, ...more } = usePages(readPages(PATH, { params, query: { limit: 20 } }));
  if (items.length === 0) return <Empty>There is no valid version yet.</Empty>;
  const download = async (versionId: string) => {
    setLoading(versionId);
    try {
      const { filesystem } = await call('GET', `${PATH}/{versionId}/content`, {
        params: { ...params, versionId },
      });
      save(`${slug}.json`, JSON.stringify(filesystem, null, 2));
    } catch (error) {
      notify((error as Error).message, { isError: true });
    }
    setLoading(undefined);
  };
  return (
    <>
      <ol className={styles.list}>
        {items.map(({ id, createdAt }, at) => (
          <li key={id} className={styles.version}>
            <span>
              <RelativeTime time={createdAt} /> {at === 0 && <span className={styles.badge}>Current</span>}
            </span>
            <Button isBusy={loading === id} onClick={() => void download(id)}>
              Download
            </Button>
          </li>
        ))}
      </ol>
      <ShowMore {...more} />
    </>
  );
};
