import { useSuspenseQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { read } from '../api/queries.ts';
import frame from '../change-requests/change-request-layout.module.css';
import { SITE } from './queries.ts';
import { toRison } from './rison.ts';

const ROUTE = '/o/$organizationId/sites/$siteId/preview';

/** Goes to the preview of a site; the session of the console does not reach the hosts of sites. */
export const PreviewPage = () => {
  const params = useParams({ from: ROUTE });
  const { claims } = useSearch({ from: ROUTE });
  const { data } = useSuspenseQuery({
    ...read(`${SITE}/publishing/preview`, {
      params,
      query: claims === undefined ? {} : { claims: toRison(claims) },
    }),
    // Every visit has an hour of its own.
    gcTime: 0,
  });
  useEffect(() => window.location.replace(data.url), [data.url]);
  return (
    <main id="content" tabIndex={-1}>
      <p role="status" className={frame.loading}>
        Opening the preview…
      </p>
    </main>
  );
};
