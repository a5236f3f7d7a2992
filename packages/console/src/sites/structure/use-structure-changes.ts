import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { notify } from '../../primitives/toasts.tsx';
import type { Place } from '../../tree/tree.ts';
import { refreshSites, SITE, type SiteParams, useSiteMutation } from '../queries.ts';
import { type Move, moveTo, type StructureNode, structureTree } from './structure-node.ts';

const sendMove = (params: SiteParams, move: Move): Promise<unknown> =>
  move.kind === 'sort'
    ? call('PATCH', `${SITE}/structure/sort`, { params, body: move.body })
    : call('POST', `${SITE}/section-groups/{siteSectionGroupId}/sections`, {
        params: { ...params, siteSectionGroupId: move.group },
        body: { sectionId: move.section },
      });

const sendTitle = (params: SiteParams, { id, item }: StructureNode, title: string): Promise<unknown> => {
  switch (item.object) {
    case 'site-space':
      return call('PATCH', '/spaces/{spaceId}', { params: { spaceId: item.space.id }, body: { title } });
    case 'site-section':
      return call('PATCH', `${SITE}/sections/{siteSectionId}`, {
        params: { ...params, siteSectionId: id },
        body: { title },
      });
    default:
      return call('PATCH', `${SITE}/section-groups/{siteSectionGroupId}`, {
        params: { ...params, siteSectionGroupId: id },
        body: { title },
      });
  }
};

const sendRemoval = (params: SiteParams, { id, item }: StructureNode): Promise<unknown> => {
  switch (item.object) {
    case 'site-space':
      return call('DELETE', `${SITE}/site-spaces/{siteSpaceId}`, { params: { ...params, siteSpaceId: id } });
    case 'site-section':
      return call('DELETE', `${SITE}/sections/{siteSectionId}`, {
        params: { ...params, siteSectionId: id },
      });
    default:
      return call('DELETE', `${SITE}/section-groups/{siteSectionGroupId}`, {
        params: { ...params, siteSectionGroupId: id },
      });
  }
};

const sendDefault = (params: SiteParams, { id, item, parent }: StructureNode): Promise<unknown> => {
  if (item.object === 'site-section')
    return call('PATCH', SITE, { params, body: { defaultSiteSection: id } });
  return parent === undefined
    ? call('PATCH', SITE, { params, body: { defaultSiteSpace: id } })
    : call('PATCH', `${SITE}/sections/{siteSectionId}`, {
        params: { ...params, siteSectionId: parent },
        body: { defaultSiteSpace: id },
      });
};

/** Changes of the structure of a site. The tree follows a move at once. */
export const useStructureChanges = (params: SiteParams, nodes: readonly StructureNode[]) => {
  const queries = useQueryClient();
  const [moved, setMoved] = useState<readonly StructureNode[]>();
  const moving = useSiteMutation((move: Move) => sendMove(params, move));
  const renaming = useSiteMutation((input: { readonly node: StructureNode; readonly title: string }) =>
    sendTitle(params, input.node, input.title),
  );
  const removal = useSiteMutation((node: StructureNode) => sendRemoval(params, node), {
    onSuccess: (_, { title }) => notify(`“${title}” was removed from the site`),
  });
  const defaulting = useSiteMutation((node: StructureNode) => sendDefault(params, node));
  const shown = moved ?? nodes;
  return {
    nodes: shown,
    move: (id: string, place: Place) => {
      const move = moveTo(shown, id, place);
      if (!move) return;
      setMoved(structureTree.withMoved(shown, id, place));
      moving.mutate(move, {
        onError: () => void refreshSites(queries),
        onSettled: () => setMoved(undefined),
      });
    },
    rename: (node: StructureNode, title: string) => renaming.mutate({ node, title }),
    remove: removal,
    makeDefault: (node: StructureNode) => defaulting.mutate(node),
  };
};
