import { useQueries, useSuspenseQuery } from '@tanstack/react-query';
import { readTableOfContents } from '../../pages/content-place.ts';
import { flatten, tableOfContents } from '../../spaces/tree/page-node.ts';
import { readStructure, type SiteParams } from '../queries.ts';
import { pathOf, structureNodes, structureTree } from '../structure/structure-node.ts';
import type { Destination, PlaceOfPages } from './parse-redirects.ts';

/** A site space with its title and its pages. */
export interface SitePlace extends PlaceOfPages {
  readonly title: string;
  readonly pageTitles: ReadonlyMap<string, string>;
}

/** The site spaces of a site with their pages, by which redirects name their destinations. */
export const usePlaces = (params: SiteParams): readonly SitePlace[] => {
  const { data } = useSuspenseQuery(readStructure(params));
  const nodes = structureNodes(data);
  const siteSpaces = structureTree
    .flatten(nodes)
    .flatMap((node) => (node.item.object === 'site-space' ? [{ node, space: node.item.space }] : []));
  const contents = useQueries({
    queries: siteSpaces.map(({ space }) => readTableOfContents({ spaceId: space.id })),
  });
  return siteSpaces.map(({ node }, index) => {
    const found = contents[index]?.data;
    const pages = found ? flatten(tableOfContents(found)).filter(({ type }) => type === 'document') : [];
    return {
      siteSpaceId: node.id,
      title: node.title,
      path: pathOf(nodes, node) ?? '/',
      pages: new Map(pages.flatMap(({ id, path }) => (path === undefined ? [] : [[path, id]]))),
      pageTitles: new Map(pages.map(({ id, title }) => [id, title])),
    };
  });
};

/** A destination as it is written, and in words. */
export const destinationWords = (
  destination: Destination,
  places: readonly SitePlace[],
): { readonly text: string; readonly title: string } => {
  if (destination.kind === 'external') return { text: destination.url, title: destination.url };
  if (destination.kind === 'site-section') return { text: '', title: 'A section of the site' };
  const place = places.find(({ siteSpaceId }) => siteSpaceId === destination.siteSpaceId);
  if (!place) return { text: '', title: 'A space that you cannot see' };
  if (destination.kind === 'site-space') return { text: place.path, title: place.title };
  const base = place.path === '/' ? '' : place.path;
  const path = [...place.pages].find(([, id]) => id === destination.pageId)?.[0];
  return {
    text: path === undefined ? '' : `${base}/${path}`,
    title: `${place.title} › ${place.pageTitles.get(destination.pageId) ?? 'a deleted page'}`,
  };
};
