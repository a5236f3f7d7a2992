import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { GitPullRequestArrow } from 'lucide-react';
import { useState } from 'react';
import { read } from '../api/queries.ts';
import type { EditedPlace } from '../editor/saving/draft-address.ts';
import type { Draft } from '../editor/saving/draft-store.ts';
import { refreshContent } from '../pages/content-place.ts';
import { useOpenPageById } from '../pages/use-open-page-by-id.ts';
import { Button } from '../primitives/button.tsx';
import { notify } from '../primitives/toasts.tsx';
import { useOpenSharedContent } from '../shared-content/shared-content-link.tsx';
import { proposeText } from './propose-text.ts';

/** Puts text that cannot be saved where it was written into a change request, and opens it there. */
export const ProposeTextButton = ({
  place,
  title,
  isPrimary = true,
  readDrafts,
  onProposed,
}: {
  readonly place: EditedPlace;
  readonly title: string;
  /** Whether nothing else is more likely to be wanted. */
  readonly isPrimary?: boolean;
  readonly readDrafts: () => Promise<readonly Draft[]>;
  /** Called when the change request has the text: it is no longer kept for its former place. */
  readonly onProposed: () => Promise<void>;
}) => {
  const { spaceId } = place;
  const queries = useQueryClient();
  const openPage = useOpenPageById();
  const openContent = useOpenSharedContent(place);
  const { data: user } = useSuspenseQuery(read('/user'));
  const { data: space } = useQuery(read('/spaces/{spaceId}', { params: { spaceId } }));
  const [isBusy, setBusy] = useState(false);
  if (!space?.permissions.comment) return null;
  const propose = async () => {
    setBusy(true);
    try {
      const target = await proposeText({ place, title, readDrafts, author: user.id });
      await onProposed();
      await refreshContent(queries);
      await (place.isReusable
        ? openContent(target.pageId, target)
        : openPage(target, target.pageId, { isEdited: true }));
      notify(`Your text is in change request #${target.changeRequestId} now`);
    } catch (error) {
      notify((error as Error).message, { isError: true });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      {...(isPrimary && { variant: 'primary' })}
      icon={GitPullRequestArrow}
      isBusy={isBusy}
      onClick={() => void propose()}
    >
      Propose it in a change request
    </Button>
  );
};
