import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { FileText } from 'lucide-react';
import type { ReactNode } from 'react';
import { read } from '../api/queries.ts';
import { pageChoices } from '../editor/inline/link-targets.ts';
import { APP } from '../pages/page-address.ts';
import { Avatar } from '../primitives/avatar.tsx';
import { flatten, tableOfContents } from '../spaces/tree/page-node.ts';
import { type Mentioned, mentionOf, pageLinkOf } from './mention-draft.ts';

/** A person or page that can be mentioned. */
export interface MentionChoice {
  readonly id: string;
  readonly content: ReactNode;
  readonly mentioned: Mentioned;
}

const MOST = 5;

/** The people and pages whose name begins like a text; none without a text. */
export const useMentionChoices = (spaceId: string, text: string | undefined): readonly MentionChoice[] => {
  const isWanted = text !== undefined;
  const params = { spaceId };
  const { data: space } = useQuery({ ...read('/spaces/{spaceId}', { params }), enabled: isWanted });
  const { data: content } = useQuery({
    ...read('/spaces/{spaceId}/content/pages', { params }),
    enabled: isWanted,
  });
  const search = text?.trim();
  const { data: members } = useQuery({
    ...read('/orgs/{organizationId}/members', {
      params: { organizationId: space?.organization ?? '' },
      query: { limit: MOST, ...(search && { search }) },
    }),
    enabled: isWanted && space !== undefined,
    placeholderData: keepPreviousData,
  });
  if (!isWanted) return [];
  const pages = content ? tableOfContents(content) : [];
  const paths = new Map(flatten(pages).map(({ id, path }) => [id, path ?? '']));
  return [
    ...(members?.items ?? []).map(({ id, user }) => ({
      id,
      content: (
        <>
          <Avatar name={user.displayName} photo={user.photoURL} />
          {user.displayName}
        </>
      ),
      mentioned: mentionOf(id, user.displayName),
    })),
    ...pageChoices(pages, text, MOST).map(({ id, title }) => ({
      id,
      content: (
        <>
          <FileText size={16} strokeWidth={1.75} aria-hidden="true" />
          {title}
        </>
      ),
      mentioned: pageLinkOf(title, `${window.location.origin}${APP}/s/${spaceId}/${paths.get(id) ?? ''}`),
    })),
  ];
};
