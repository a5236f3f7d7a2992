import { useSuspenseQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { read } from '../api/queries.ts';
import styles from './change-request-layout.module.css';
import { type ChangeRequestParams, readChangeRequest } from './queries.ts';
import { readPreviewUrl } from './site-preview.ts';

/** Leads to the preview of a change request in a site; the session of the console does not reach the hosts of sites. */
export const PreviewPage = ({ params }: { readonly params: ChangeRequestParams }) => {
  const { spaceId } = params;
  const { data: request } = useSuspenseQuery(readChangeRequest(params));
  const { data: space } = useSuspenseQuery(read('/spaces/{spaceId}', { params: { spaceId } }));
  const { data: url } = useSuspenseQuery(readPreviewUrl(space, request.id));
  useEffect(() => {
    // Going back leads to the change request, not here.
    if (url) window.location.replace(url);
  }, [url]);
  return (
    <p role="status" className={styles.loading}>
      {url ? 'Opening the preview…' : 'No site shows this space.'}
    </p>
  );
};
