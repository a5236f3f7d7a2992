import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/client.ts';
import type { ItemOf, Response } from '../api/operations.ts';
import { read } from '../api/queries.ts';

type Space = Pick<Response<'GET', '/spaces/{spaceId}'>, 'id' | 'organization'>;
type Site = ItemOf<'/orgs/{organizationId}/sites'>;

const SITE = '/orgs/{organizationId}/sites/{siteId}';
const PAGE_LIMIT = 1000;

/** The sites that show a space. */
export const readSitesWith = ({ id, organization }: Space) =>
  read('/orgs/{organizationId}/sites', {
    params: { organizationId: organization },
    query: { space: id, limit: PAGE_LIMIT },
  });

/** The site in which changes of a space are previewed: that of an address, a published one, or else the oldest. */
export const previewedSite = <
  Each extends Pick<Site, 'published'> & { readonly urls: Pick<Site['urls'], 'preview'> },
>(
  sites: readonly Each[],
  address = '',
): Each | undefined =>
  sites.find(({ urls }) => address.startsWith(urls.preview)) ??
  sites.find(({ published }) => published) ??
  sites[0];

/** The URL of a preview, opened at the path of a page. */
export const atPage = (url: string, path: string): string => {
  const opened = new URL(url);
  if (path !== '') opened.pathname += `/${path}`;
  return opened.href;
};

/** A page of a site that is opened in a preview. */
interface Opened {
  /** An address in the site, if it is known. */
  readonly address?: string;
  /** The path of the page in its space. */
  readonly path: string;
}

/** The URL at which the user sees a site with the content of a change request, for an hour; null if there is no site. */
export const readPreviewUrl = (space: Space, changeRequest: string, opened?: Opened) =>
  queryOptions({
    queryKey: [`${SITE}/publishing/preview`, space.id, changeRequest, opened],
    // Every visit has an hour of its own.
    gcTime: 0,
    queryFn: async ({ client, signal }) => {
      const site = previewedSite((await client.ensureQueryData(readSitesWith(space))).items, opened?.address);
      if (!site) return null;
      const params = { organizationId: space.organization, siteId: site.id };
      const { items } = await call(
        'GET',
        `${SITE}/site-spaces`,
        { params, query: { limit: PAGE_LIMIT } },
        signal,
      );
      const siteSpace = items.find((item) => item.space.id === space.id);
      if (!siteSpace) return null;
      const query = { siteSpace: siteSpace.id, changeRequest };
      const { url } = await call('GET', `${SITE}/publishing/preview`, { params, query }, signal);
      return atPage(url, opened?.path ?? '');
    },
  });
