import { CornerDownRight, ListTodo, X } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { call } from '../../api/client.ts';
import type { ItemOf } from '../../api/operations.ts';
import { readPages } from '../../api/queries.ts';
import { usePages } from '../../api/use-pages.ts';
import rows from '../../contents/collection-page.module.css';
import { IconButton } from '../../primitives/button.tsx';
import { RelativeTime } from '../../primitives/relative-time.tsx';
import { Select } from '../../primitives/select.tsx';
import { ShowMore } from '../../primitives/show-more.tsx';
import { Loading } from '../../settings/settings-page.tsx';
import { SITE, type Site, type SiteParams, useSiteMutation } from '../queries.ts';
import styles from '../sites.module.css';
import { RedirectDialog } from './redirect-dialog.tsx';
import own from './redirects.module.css';

const NewTaskDialog = lazy(async () => ({
  default: (await import('../../tasks/new-task-dialog.tsx')).NewTaskDialog,
}));

const MISSES = `${SITE}/insights/misses` as const;

type Miss = ItemOf<typeof MISSES>;
type Kind = Miss['kind'];

const KINDS = [
  { id: 'path', label: 'Addresses' },
  { id: 'search', label: 'Searches' },
] as const;

const EMPTY: Readonly<Record<Kind, string>> = {
  path: 'Nobody has opened an address that the site does not have.',
  search: 'Every search has found something.',
};

const Table = ({
  params,
  site,
  kind,
}: {
  readonly params: SiteParams;
  readonly site: Site;
  readonly kind: Kind;
}) => {
  const [redirected, setRedirected] = useState<Miss>();
  const [asked, setAsked] = useState<Miss>();
  const { items: misses, ...more } = usePages(readPages(MISSES, { params, query: { kind, limit: 20 } }));
  const removal = useSiteMutation(({ text }: Miss) =>
    call('POST', `${MISSES}/dismiss`, { params, body: { kind, text } }),
  );
  if (misses.length === 0) return <p className={rows.empty}>{EMPTY[kind]}</p>;
  return (
    <>
      <div className={own.scroller}>
        <table className={own.table}>
          <caption className="sr-only">Not found by readers</caption>
          <thead>
            <tr>
              <th scope="col">{kind === 'path' ? 'Address' : 'Search'}</th>
              <th scope="col">Times</th>
              <th scope="col">Last</th>
              <th scope="col">
                <span className="sr-only">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {misses.map((miss) => (
              <tr key={miss.text}>
                <td>{kind === 'path' ? <code>{miss.text}</code> : miss.text}</td>
                <td>{miss.count}</td>
                <td className={own.kind}>
                  <RelativeTime time={miss.lastAt} />
                </td>
                <td className={own.actions}>
                  {kind === 'path' && site.permissions.admin && (
                    <IconButton
                      icon={CornerDownRight}
                      label={`Redirect ${miss.text}`}
                      onClick={() => setRedirected(miss)}
                    />
                  )}
                  {kind === 'search' && (
                    <IconButton
                      icon={ListTodo}
                      label={`Make a task of ${miss.text}`}
                      onClick={() => setAsked(miss)}
                    />
                  )}
                  <IconButton
                    icon={X}
                    label={`Remove ${miss.text} from the list`}
                    onClick={() => removal.mutate(miss)}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {more.hasNextPage && (
        <p className={styles.more}>
          <ShowMore {...more} />
        </p>
      )}
      <Suspense>
        {asked && (
          <NewTaskDialog
            organizationId={params.organizationId}
            origin={{ type: 'question', question: asked.text }}
            onClose={() => setAsked(undefined)}
          />
        )}
      </Suspense>
      {redirected && (
        <RedirectDialog
          params={params}
          redirect={undefined}
          source={redirected.text}
          onSaved={() => removal.mutate(redirected)}
          onClose={() => setRedirected(undefined)}
        />
      )}
    </>
  );
};

/** What readers looked for and did not find: addresses without a page, and searches without a result. */
export const Misses = ({ params, site }: { readonly params: SiteParams; readonly site: Site }) => {
  const [kind, setKind] = useState<Kind>('path');
  return (
    <section aria-labelledby="misses" className={own.misses}>
      <div className={styles.sectionHeader}>
        <h2 id="misses">Not found by readers</h2>
        <Select<Kind>
          aria-label="What readers did not find"
          options={KINDS}
          value={kind}
          onChoose={setKind}
        />
      </div>
      <p className={styles.note}>
        {kind === 'path'
          ? 'Addresses that readers opened and that the site does not have, most frequent first. A redirect leads the next reader to the right page.'
          : 'What readers searched for without a result, most frequent first: pages to write, or words to use in them.'}
      </p>
      <Loading id={kind}>
        <Table key={kind} params={params} site={site} kind={kind} />
      </Loading>
    </section>
  );
};
