import { fontFilePath } from '../../fonts/index.ts';
import { imagePath } from '../images/image-urls.ts';
import type { SiteKey } from '../sites.store.ts';

/** Settings of a site in which uploaded images and fonts have their current URLs: the public URL of the server may have changed. */
export const withCurrentUrls = <T>(
  settings: T,
  { id, organization_id }: SiteKey,
  fileUrl: (path: string) => string,
): T => {
  const folders = [imagePath(id, ''), fontFilePath(organization_id, '')];
  const json = JSON.stringify(settings);
  if (!folders.some((folder) => json.includes(folder))) return settings;
  const stored = new RegExp(`"https?://[^"]*?((?:${folders.join('|')})[0-9a-f]{64}\\.\\w+)"`, 'g');
  return JSON.parse(json.replace(stored, (_, path: string) => JSON.stringify(fileUrl(path))));
};
