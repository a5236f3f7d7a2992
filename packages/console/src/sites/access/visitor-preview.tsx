import { Link } from '@tanstack/react-router';
import { Eye } from 'lucide-react';
import { useState } from 'react';
import type { Site, SiteParams } from '../queries.ts';
import styles from '../sites.module.css';
import { ClaimsField, parseClaims } from './claims-field.tsx';

/** Opens the site as a visitor with chosen claims would see it; also before it is published. */
export const VisitorPreview = ({ params, site }: { readonly params: SiteParams; readonly site: Site }) => {
  const [text, setText] = useState('{}');
  const claims = parseClaims(text);
  return (
    <>
      <h2 id="visitor-preview">Preview as a visitor</h2>
      <p className={styles.note}>
        Shows {site.published ? 'the site' : 'the site before it is published'} as a visitor with these claims
        would see it.
        {!site.adaptiveContent.enabled && ' Without adaptive content, it is the same for all visitors.'}
      </p>
      <div className={styles.form}>
        <ClaimsField label="Claims in the preview" text={text} onChange={setText} />
      </div>
      <div className={styles.actions}>
        <Link
          to="/o/$organizationId/sites/$siteId/preview"
          params={params}
          search={claims && Object.keys(claims).length > 0 ? { claims } : {}}
          preload={false}
          target="_blank"
          className="button button-secondary"
          aria-disabled={claims === undefined}
        >
          <Eye size={16} aria-hidden="true" /> Open the preview
        </Link>
      </div>
    </>
  );
};
