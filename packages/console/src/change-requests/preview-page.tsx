import { useSuspenseQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { read } from '../api/queries.ts';
import { changedItems, shownPage } from '../review/changed-items.ts';
import { readChanges } from '../review/comparison.ts';
import { NotFoundScreen } from '../shell/screens.tsx';
import styles from './change-request-layout.module.css';
import { type ChangeRequestParams, comparisonOf, readChangeRequest } from './queries.ts';
import { readPreviewUrl } from './site-preview.ts';

/** Goes to the preview; the session of the console does not reach the hosts of sites. */
const OpenPreview = ({ url }: { readonly url: string | null }) => {
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

/** Leads to the preview of a change request in a site. */
export const PreviewPage = ({ params }: { readonly params: ChangeRequestParams }) => {
  const { spaceId } = params;
  const { data: request } = useSuspenseQuery(readChangeRequest(params));
  const { data: space } = useSuspenseQuery(read('/spaces/{spaceId}', { params: { spaceId } }));
  const { data: changes } = useSuspenseQuery(readChanges(comparisonOf(request)));
  const path = shownPage(changedItems(changes.changes))?.detail ?? '';
  const { data: url } = useSuspenseQuery(readPreviewUrl(space, request.id, { path }));
  return <OpenPreview url={url} />;
};

/** Leads from the address of somebody's preview, which a colleague passed on, to the same page in a preview of the user. */
export const PassedPreviewPage = ({ address }: { readonly address: string }) => {
  const { data: found } = useSuspenseQuery(read('/urls/content', { query: { url: address } }));
  if (!('space' in found) || !found.changeRequest) return <NotFoundScreen />;
  const path = found.page && 'path' in found.page ? found.page.path : '';
  return (
    <PassedPreview space={found.space} changeRequest={found.changeRequest.id} opened={{ address, path }} />
  );
};

const PassedPreview = ({
  space,
  changeRequest,
  opened,
}: {
  readonly space: Parameters<typeof readPreviewUrl>[0];
  readonly changeRequest: string;
  readonly opened: NonNullable<Parameters<typeof readPreviewUrl>[2]>;
}) => {
  const { data: url } = useSuspenseQuery(readPreviewUrl(space, changeRequest, opened));
  return (
    <main id="content" tabIndex={-1}>
      <OpenPreview url={url} />
    </main>
  );
};
