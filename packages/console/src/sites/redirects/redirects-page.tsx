import { useNavigate, useSearch } from '@tanstack/react-router';
import { FileUp, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { readPages } from '../../api/queries.ts';
import { usePages } from '../../api/use-pages.ts';
import rows from '../../contents/collection-page.module.css';
import { Button, IconButton } from '../../primitives/button.tsx';
import { ShowMore } from '../../primitives/show-more.tsx';
import { notify } from '../../primitives/toasts.tsx';
import { SearchField } from '../../settings/search-field.tsx';
import { Loading } from '../../settings/settings-page.tsx';
import { type Site, type SiteParams, useSite, useSiteMutation } from '../queries.ts';
import styles from '../sites.module.css';
import { BulkDialog } from './bulk-dialog.tsx';
import { Misses } from './misses.tsx';
import { REDIRECTS, type Redirect } from './redirect.ts';
import { RedirectDialog } from './redirect-dialog.tsx';
import own from './redirects.module.css';
import { destinationWords, usePlaces } from './use-places.ts';

const ROUTE = '/o/$organizationId/sites/$siteId/redirects';

const Table = ({
  params,
  site,
  search,
  onEdit,
}: {
  readonly params: SiteParams;
  readonly site: Site;
  readonly search: string | undefined;
  readonly onEdit: (redirect: Redirect) => void;
}) => {
  const {
    items: redirects,
    first,
    ...more
  } = usePages(
    readPages(REDIRECTS, {
      params,
      query: { limit: 50, ...(search !== undefined && { search }) },
    }),
  );
  const places = usePlaces(params);
  const creation = useSiteMutation(({ source, destination, captureWildcard, permanent }: Redirect) =>
    call('POST', REDIRECTS, { params, body: { source, destination, captureWildcard, permanent } }),
  );
  const deletion = useSiteMutation(
    ({ id }: Redirect) =>
      call('DELETE', `${REDIRECTS}/{siteRedirectId}`, { params: { ...params, siteRedirectId: id } }),
    {
      onSuccess: (_, redirect) =>
        notify(`The redirect of ${redirect.source} was deleted`, {
          action: { label: 'Undo', run: () => creation.mutate(redirect) },
        }),
    },
  );
  if (redirects.length === 0)
    return (
      <p className={rows.empty}>
        {search === undefined
          ? 'There are no redirects yet. Pages that are moved or renamed keep their old addresses by themselves.'
          : 'No redirects match this search.'}
      </p>
    );
  return (
    <>
      <div className={own.scroller}>
        <table className={own.table}>
          <caption className="sr-only">Redirects</caption>
          <thead>
            <tr>
              <th scope="col">From</th>
              <th scope="col">To</th>
              <th scope="col">Kind</th>
              {site.permissions.admin && (
                <th scope="col">
                  <span className="sr-only">Actions</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {redirects.map((redirect) => {
              const { title, text } = destinationWords(redirect.destination, places);
              return (
                <tr key={redirect.id}>
                  <td>
                    <code>{redirect.source}</code>
                  </td>
                  <td>
                    {title}
                    {text !== '' && text !== title && <span className={styles.address}>{text}</span>}
                  </td>
                  <td className={own.kind}>{redirect.permanent ? 'Permanent' : 'Temporary'}</td>
                  {site.permissions.admin && (
                    <td className={own.actions}>
                      <IconButton
                        icon={Pencil}
                        label={`Change the redirect of ${redirect.source}`}
                        onClick={() => onEdit(redirect)}
                      />
                      <IconButton
                        icon={Trash2}
                        label={`Delete the redirect of ${redirect.source}`}
                        onClick={() => deletion.mutate(redirect)}
                      />
                    </td>
                  )}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      <p className={styles.note}>
        {redirects.length} of {first.count}
      </p>
      {more.hasNextPage && (
        <p className={styles.more}>
          <ShowMore {...more} />
        </p>
      )}
    </>
  );
};

/** The redirects of a site, searched by the server. */
export const RedirectsPage = () => {
  const { params, site } = useSite();
  const { search } = useSearch({ from: ROUTE });
  const navigate = useNavigate();
  const [edited, setEdited] = useState<Redirect | 'new' | 'many'>();
  const close = () => setEdited(undefined);
  return (
    <div className={styles.page}>
      <div className={styles.sectionHeader}>
        <h2>Redirects</h2>
        {site.permissions.admin && (
          <div className={own.tools}>
            <Button icon={FileUp} onClick={() => setEdited('many')}>
              Add many…
            </Button>
            <Button variant="primary" icon={Plus} onClick={() => setEdited('new')}>
              New redirect
            </Button>
          </div>
        )}
      </div>
      <p className={styles.note}>
        Addresses that lead elsewhere. A page that is there comes before a redirect with its address.
      </p>
      <div className={styles.filters}>
        <SearchField
          label="Search redirects by address"
          text={search ?? ''}
          maxLength={512}
          onSearch={(text) =>
            void navigate({ to: ROUTE, params, search: text === '' ? {} : { search: text }, replace: true })
          }
        />
      </div>
      <Loading id={search ?? ''}>
        <Table key={search} params={params} site={site} search={search} onEdit={setEdited} />
      </Loading>
      {site.permissions.edit && <Misses params={params} site={site} />}
      {edited === 'many' && <BulkDialog params={params} onClose={close} />}
      {edited !== undefined && edited !== 'many' && (
        <RedirectDialog params={params} redirect={edited === 'new' ? undefined : edited} onClose={close} />
      )}
    </div>
  );
};
