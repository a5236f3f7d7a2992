import { Plus, Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { call } from '../../api/client.ts';
import type { ItemOf } from '../../api/operations.ts';
import { readPages } from '../../api/queries.ts';
import { usePages } from '../../api/use-pages.ts';
import rows from '../../contents/collection-page.module.css';
import { Button, IconButton } from '../../primitives/button.tsx';
import { CopyButton } from '../../primitives/copy-button.tsx';
import { Dialog, DialogActions } from '../../primitives/dialog.tsx';
import { Field, FormError, fieldErrorOf, TextInput } from '../../primitives/field.tsx';
import { RelativeTime } from '../../primitives/relative-time.tsx';
import { ShowMore } from '../../primitives/show-more.tsx';
import { SITE, type Site, type SiteParams, useSiteMutation } from '../queries.ts';
import styles from '../sites.module.css';

const LINKS = '/orgs/{organizationId}/sites/{siteId}/share-links';

type ShareLink = ItemOf<typeof LINKS>;

const NewLinkDialog = ({
  params,
  onClose,
}: {
  readonly params: SiteParams;
  readonly onClose: () => void;
}) => {
  const [name, setName] = useState('');
  const creation = useSiteMutation(() => call('POST', LINKS, { params, body: { name: name.trim() } }), {
    isInForm: true,
    onSuccess: onClose,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!creation.isPending) creation.mutate();
  };
  return (
    <Dialog
      title="New share link"
      description="The name is for you: readers do not see it."
      isOpen
      onClose={onClose}
    >
      <form onSubmit={submit}>
        <Field label="Name" error={fieldErrorOf(creation.error, 'body.name')}>
          <TextInput
            value={name}
            onChange={({ target }) => setName(target.value)}
            maxLength={50}
            placeholder="Partners"
            required
          />
        </Field>
        <FormError error={creation.error} except={['body.name']} />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" isBusy={creation.isPending}>
            Create link
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
};

/** The share links of a site, which give access to everyone who has one. */
export const ShareLinks = ({ params, site }: { readonly params: SiteParams; readonly site: Site }) => {
  const { items: links, ...more } = usePages(
    readPages(`${SITE}/share-links`, { params, query: { limit: 30 } }),
  );
  const [isCreating, setCreating] = useState(false);
  const [deleted, setDeleted] = useState<ShareLink>();
  const activation = useSiteMutation(({ id, active }: ShareLink) =>
    call('PATCH', `${LINKS}/{shareLinkId}`, {
      params: { ...params, shareLinkId: id },
      body: { active: !active },
    }),
  );
  const deletion = useSiteMutation(
    ({ id }: ShareLink) =>
      call('DELETE', `${LINKS}/{shareLinkId}`, { params: { ...params, shareLinkId: id } }),
    { onSuccess: () => setDeleted(undefined) },
  );
  return (
    <>
      <div className={styles.sectionHeader}>
        <h2 id="share-links">Share links</h2>
        <Button icon={Plus} onClick={() => setCreating(true)}>
          New link
        </Button>
      </div>
      <p className={styles.note}>
        Everyone who has such a link can read the site. A revoked link stops working at once.
        {site.visibility !== 'share-link' &&
          ' The links are used when the visibility of the site is “Share links”.'}
      </p>
      {links.length === 0 ? (
        <p className={rows.empty}>There are no share links yet.</p>
      ) : (
        <ul className={rows.rows}>
          {links.map((link) => (
            <li key={link.id} className={rows.row}>
              <span className={rows.about}>
                <span className={rows.name}>{link.name || 'Unnamed'}</span>
                <span className={styles.address}>
                  Created <RelativeTime time={link.createdAt} /> ·{' '}
                  {link.urls.published ?? 'works when the site is published'}
                </span>
              </span>
              {!link.active && <span className={styles.badge}>Revoked</span>}
              {link.active && link.urls.published && (
                <CopyButton text={link.urls.published} label={`Copy the link ${link.name}`} />
              )}
              <Button
                variant="quiet"
                isBusy={activation.isPending && activation.variables.id === link.id}
                aria-label={`${link.active ? 'Revoke' : 'Activate'} ${link.name}`}
                onClick={() => activation.mutate(link)}
              >
                {link.active ? 'Revoke' : 'Activate'}
              </Button>
              <IconButton icon={Trash2} label={`Delete ${link.name}`} onClick={() => setDeleted(link)} />
            </li>
          ))}
        </ul>
      )}
      {more.hasNextPage && (
        <p className={styles.more}>
          <ShowMore {...more} />
        </p>
      )}
      {isCreating && <NewLinkDialog params={params} onClose={() => setCreating(false)} />}
      {deleted && (
        <Dialog
          title={`Delete the link “${deleted.name}”?`}
          description="Readers with this link can no longer open the site. A deleted link cannot be activated again."
          isOpen
          onClose={() => setDeleted(undefined)}
        >
          <DialogActions>
            <Button onClick={() => setDeleted(undefined)}>Cancel</Button>
            <Button variant="danger" isBusy={deletion.isPending} onClick={() => deletion.mutate(deleted)}>
              Delete link
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </>
  );
};
