import { Link, useNavigate } from '@tanstack/react-router';
import { Book } from 'lucide-react';
import { useState } from 'react';
import { call } from '../api/client.ts';
import { readPages } from '../api/queries.ts';
import { usePages } from '../api/use-pages.ts';
import rows from '../contents/collection-page.module.css';
import { Button } from '../primitives/button.tsx';
import { ContentIcon } from '../primitives/content-icon.tsx';
import { CopyButton } from '../primitives/copy-button.tsx';
import { Dialog, DialogActions } from '../primitives/dialog.tsx';
import { Field, FormError, fieldErrorOf, TextInput } from '../primitives/field.tsx';
import { RelativeTime } from '../primitives/relative-time.tsx';
import { ShowMore } from '../primitives/show-more.tsx';
import { notify } from '../primitives/toasts.tsx';
import { SITE_TITLE_LENGTH } from './create-site-dialog.tsx';
import { SITE, type Site, type SiteParams, useSite, useSiteMutation } from './queries.ts';
import { SettingsForm } from './settings-form.tsx';
import styles from './sites.module.css';
import { VISIBILITIES } from './visibility.ts';

const Address = ({ site }: { readonly site: Site }) => (
  <section aria-labelledby="address">
    <h2 id="address">Address</h2>
    <p className={styles.note}>
      {site.published
        ? VISIBILITIES.find(({ id }) => id === site.visibility)!.description
        : 'The site is not published yet. Members of the organization see it in the preview.'}
    </p>
    <div className={styles.url}>
      {site.urls.published ? (
        <a href={site.urls.published} target="_blank" rel="noreferrer">
          {site.urls.published}
        </a>
      ) : (
        <code>{site.urls.preview}</code>
      )}
      <CopyButton text={site.urls.published ?? site.urls.preview} label="Copy the address of the site" />
    </div>
  </section>
);

const SHOWN = 50;

const Spaces = ({ params, site }: { readonly params: SiteParams; readonly site: Site }) => {
  const {
    items: siteSpaces,
    first,
    ...more
  } = usePages(readPages(`${SITE}/site-spaces`, { params, query: { limit: SHOWN } }));
  const hidden = site.siteSpaces - (first.count ?? siteSpaces.length);
  return (
    <section aria-labelledby="spaces">
      <div className={styles.sectionHeader}>
        <h2 id="spaces">Spaces</h2>
        <Link to="/o/$organizationId/sites/$siteId/structure" params={params}>
          {site.permissions.admin ? 'Change the structure' : 'Show the structure'}
        </Link>
      </div>
      {siteSpaces.length === 0 ? (
        <p className={rows.empty}>
          {site.siteSpaces === 0
            ? 'The site has no spaces yet: readers see an empty page.'
            : 'You have no access to the spaces of this site.'}
        </p>
      ) : (
        <ul className={rows.rows}>
          {siteSpaces.map(({ id, space, title, path, urls, default: isDefault }) => (
            <li key={id} className={rows.row}>
              <ContentIcon emoji={space.emoji} icon={Book} />
              <span className={rows.about}>
                <Link to="/s/$spaceId/$" params={{ spaceId: space.id, _splat: '' }} className={rows.name}>
                  {title}
                </Link>
                <span className={styles.address}>{urls.published ?? `/${path}`}</span>
              </span>
              {space.language && <span className={styles.badge}>{space.language}</span>}
              {isDefault && <span className={styles.badge}>Default</span>}
            </li>
          ))}
        </ul>
      )}
      <ShowMore {...more} />
      {siteSpaces.length > 0 && hidden > 0 && (
        <p className={styles.note}>
          {hidden} more {hidden === 1 ? 'space is' : 'spaces are'} not shown, because you have no access to
          them.
        </p>
      )}
    </section>
  );
};

const Title = ({ params, site }: { readonly params: SiteParams; readonly site: Site }) => {
  const [title, setTitle] = useState(site.title);
  const renaming = useSiteMutation(() => call('PATCH', SITE, { params, body: { title: title.trim() } }), {
    isInForm: true,
    onSuccess: () => notify('The title was saved'),
  });
  return (
    <SettingsForm
      saving={renaming}
      fields={['title']}
      label="Save title"
      isUnchanged={title.trim() === site.title}
    >
      <Field
        label="Title"
        hint="The name of the site in the console. Readers see it unless the customization has another one."
        error={fieldErrorOf(renaming.error, 'body.title')}
      >
        <TextInput
          value={title}
          onChange={(event) => setTitle(event.target.value)}
          minLength={2}
          maxLength={SITE_TITLE_LENGTH}
          required
        />
      </Field>
    </SettingsForm>
  );
};

const DeleteSite = ({ params, site }: { readonly params: SiteParams; readonly site: Site }) => {
  const navigate = useNavigate();
  const { organizationId } = params;
  const [isAsking, setAsking] = useState(false);
  const deletion = useSiteMutation(
    async () => {
      await call('DELETE', SITE, { params });
      // The screen of a deleted site cannot be read again.
      await navigate({ to: '/o/$organizationId/sites', params: { organizationId }, search: {} });
    },
    { isInForm: true, onSuccess: () => notify(`“${site.title}” was deleted`) },
  );
  return (
    <>
      <Button variant="danger" onClick={() => setAsking(true)}>
        Delete site…
      </Button>
      {isAsking && (
        <Dialog
          title={`Delete “${site.title}”?`}
          description="Its address, structure, customization, redirects and share links are deleted for good. Its spaces are kept."
          isOpen
          onClose={() => setAsking(false)}
        >
          <FormError error={deletion.error} />
          <DialogActions>
            <Button onClick={() => setAsking(false)}>Cancel</Button>
            <Button variant="danger" isBusy={deletion.isPending} onClick={() => deletion.mutate()}>
              Delete site
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </>
  );
};

/** The address, the spaces and the title of a site. */
export const OverviewPage = () => {
  const { params, site } = useSite();
  return (
    <div className={styles.page}>
      <Address site={site} />
      <Spaces params={params} site={site} />
      <section aria-labelledby="settings">
        <h2 id="settings">Settings</h2>
        <p className={styles.note}>
          Created <RelativeTime time={site.createdAt} />.
        </p>
        {site.permissions.admin && (
          <>
            <Title key={site.title} params={params} site={site} />
            <div className={styles.actions}>
              <DeleteSite params={params} site={site} />
            </div>
          </>
        )}
      </section>
    </div>
  );
};
