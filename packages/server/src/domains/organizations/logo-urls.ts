import type { Links } from '../../kernel/links.ts';

/** The path of an uploaded logo of an organization. */
export const logoPath = (organizationId: string, name: string): string =>
  `/organization-logos/${organizationId}/${name}`;

/** The name of an uploaded logo in its URL, at whatever public URL of the server; undefined for other logos. */
export const uploadedLogoName = (organizationId: string, url: string): string | undefined => {
  const folder = logoPath(organizationId, '');
  const at = url.lastIndexOf(folder);
  return at === -1 ? undefined : url.slice(at + folder.length);
};

/** The URL of a logo; an uploaded one has its current URL, because the public URL of the server may have changed. */
export const currentLogoUrl = (
  links: Pick<Links, 'fileUrl'>,
  organizationId: string,
  stored: string,
): string => {
  const name = uploadedLogoName(organizationId, stored);
  return name === undefined ? stored : links.fileUrl(logoPath(organizationId, name));
};
