import { useMutation, useQueryClient } from '@tanstack/react-query';
import { positionBetween } from '../../../document/src/positions.ts';
import { call } from '../api/client.ts';
import { notify } from '../primitives/toasts.tsx';
import type { Place } from '../tree/tree.ts';
import {
  type Collection,
  type ContentNode,
  type Destination,
  destinationOf,
  flatten,
  neighborsOf,
  type Space,
} from './content-node.ts';
import { readCollections, readSpaces, refreshContents } from './queries.ts';

/** Moves a space or a collection. */
export const sendMove = (
  { kind, id }: Pick<ContentNode, 'kind' | 'id'>,
  body: Destination,
): Promise<unknown> =>
  kind === 'space'
    ? call('POST', '/spaces/{spaceId}/move', { params: { spaceId: id }, body })
    : call('POST', '/collections/{collectionId}/move', { params: { collectionId: id }, body });

const sendTitle = ({ kind, id }: ContentNode, title: string): Promise<unknown> =>
  kind === 'space'
    ? call('PATCH', '/spaces/{spaceId}', { params: { spaceId: id }, body: { title } })
    : call('PATCH', '/collections/{collectionId}', { params: { collectionId: id }, body: { title } });

/** The fields of a space or collection that the tree shows. */
interface Shown {
  readonly title: string;
  readonly parent: string | undefined;
  readonly position: string;
}

/** Changes of the tree of an organization, which show an error if the server refuses them. */
export const useContentChanges = (organizationId: string, nodes: readonly ContentNode[]) => {
  const queries = useQueryClient();
  const mutation = useMutation({
    mutationFn: (send: () => Promise<unknown>) => send(),
    onError: (error) => notify(error.message, { isError: true }),
    onSettled: () => refreshContents(queries),
  });
  // The tree follows at once; the response of the server replaces it.
  const show = (node: ContentNode, fields: Partial<Shown>) => {
    const change = <Item extends Space | Collection>(items: readonly Item[] | undefined) =>
      items?.map((item) => (item.id === node.id ? ({ ...item, ...fields } as Item) : item));
    // A read that is under way does not know the change yet.
    for (const { queryKey } of [readSpaces(organizationId), readCollections(organizationId)])
      void queries.cancelQueries({ queryKey });
    if (node.kind === 'space') queries.setQueryData(readSpaces(organizationId).queryKey, change<Space>);
    else queries.setQueryData(readCollections(organizationId).queryKey, change<Collection>);
  };
  return {
    move: (id: string, place: Place) => {
      const node = flatten(nodes).find((each) => each.id === id);
      if (!node) return;
      const { before, after } = neighborsOf(nodes, id, place);
      show(node, { position: positionBetween(before, after), parent: place.into ?? undefined });
      mutation.mutate(() => sendMove(node, destinationOf(nodes, id, place)));
    },
    rename: (node: ContentNode, title: string) => {
      show(node, { title });
      mutation.mutate(() => sendTitle(node, title));
    },
  };
};
