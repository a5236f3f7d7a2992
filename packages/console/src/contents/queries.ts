import { type QueryClient, useSuspenseQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { keyOf, read, readAll } from '../api/queries.ts';
import { contentsOf } from './content-node.ts';

/** The spaces of an organization that the user can see. */
export const readSpaces = (organizationId: string) =>
  readAll('/orgs/{organizationId}/spaces', { params: { organizationId } });

const FOUND = 50;

/** The first spaces of an organization whose title contains words. */
export const findSpaces = (organizationId: string, title = '') =>
  read('/orgs/{organizationId}/spaces', {
    params: { organizationId },
    query: { limit: FOUND, ...(title !== '' && { title: title.slice(0, 64) }) },
  });

/** The collections of an organization that the user can see. */
export const readCollections = (organizationId: string) =>
  readAll('/orgs/{organizationId}/collections', { params: { organizationId } });

/** The spaces and collections of an organization, as lists and as a tree. */
export const useContents = (organizationId: string) => {
  const [{ data: spaces }, { data: collections }] = useSuspenseQueries({
    queries: [readSpaces(organizationId), readCollections(organizationId)],
  });
  const nodes = useMemo(() => contentsOf(spaces, collections), [spaces, collections]);
  return { spaces, collections, nodes };
};

/** Reads spaces and collections again after a change of them. */
export const refreshContents = (queries: QueryClient): Promise<unknown> =>
  Promise.all(
    (
      [
        '/orgs/{organizationId}/spaces',
        '/orgs/{organizationId}/collections',
        '/spaces/{spaceId}',
        '/collections/{collectionId}',
      ] as const
    ).map((path) => queries.invalidateQueries({ queryKey: keyOf(path) })),
  );
