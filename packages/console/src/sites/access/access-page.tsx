import { useState } from 'react';
import { call } from '../../api/client.ts';
import { Choices } from '../../primitives/choices.tsx';
import { notify } from '../../primitives/toasts.tsx';
import { Loading } from '../../settings/settings-page.tsx';
import { SITE, type Site, type SiteParams, useSite, useSiteMutation } from '../queries.ts';
import { SettingsForm } from '../settings-form.tsx';
import styles from '../sites.module.css';
import { VISIBILITIES, visibilityName } from '../visibility.ts';
import { AdaptiveSchema } from './adaptive-schema.tsx';
import { ShareLinks } from './share-links.tsx';
import { VisitorAuth } from './visitor-auth.tsx';
import { VisitorPreview } from './visitor-preview.tsx';

const VisibilityForm = ({ params, site }: { readonly params: SiteParams; readonly site: Site }) => {
  const [visibility, setVisibility] = useState(site.visibility);
  const saving = useSiteMutation(() => call('PATCH', SITE, { params, body: { visibility } }), {
    isInForm: true,
    onSuccess: () => notify('The access was saved'),
  });
  return (
    <SettingsForm saving={saving} fields={[]} isUnchanged={visibility === site.visibility}>
      <Choices
        legend="Who can read the site"
        name="visibility"
        choices={VISIBILITIES}
        value={visibility}
        onChange={setVisibility}
      />
    </SettingsForm>
  );
};

/** Who can read a site: visibility, share links, visitor authentication and claims. */
export const AccessPage = () => {
  const { params, site } = useSite();
  if (!site.permissions.admin)
    return (
      <div className={styles.page}>
        <h2>Visibility</h2>
        <p className={styles.note}>
          {visibilityName(site.visibility)}:{' '}
          {VISIBILITIES.find(({ id }) => id === site.visibility)!.description}
        </p>
        <VisitorPreview params={params} site={site} />
      </div>
    );
  return (
    <div className={styles.page}>
      <section aria-labelledby="visibility">
        <h2 id="visibility">Visibility</h2>
        <VisibilityForm key={site.visibility} params={params} site={site} />
      </section>
      <section aria-labelledby="share-links">
        <Loading id="share-links">
          <ShareLinks params={params} site={site} />
        </Loading>
      </section>
      <section aria-labelledby="visitor-auth">
        <Loading id="visitor-auth">
          <VisitorAuth params={params} site={site} />
        </Loading>
      </section>
      <section aria-labelledby="claims">
        <Loading id="claims">
          <AdaptiveSchema params={params} site={site} />
        </Loading>
      </section>
      <section aria-labelledby="visitor-preview">
        <VisitorPreview params={params} site={site} />
      </section>
    </div>
  );
};
