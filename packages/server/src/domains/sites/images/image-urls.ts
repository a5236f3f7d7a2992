const FOLDER = '/site-images';

/** The path of an image of a site. */
export const imagePath = (siteId: string, name: string): string => `${FOLDER}/${siteId}/${name}`;

/** Settings of a site in which its uploaded images have their current URLs: the public URL of the server may have changed. */
export const withCurrentImageUrls = <T>(
  settings: T,
  siteId: string,
  fileUrl: (path: string) => string,
): T => {
  const json = JSON.stringify(settings);
  const folder = imagePath(siteId, '');
  if (!json.includes(folder)) return settings;
  const stored = new RegExp(`"https?://[^"]*?(${folder}[0-9a-f]{64}\\.\\w+)"`, 'g');
  return JSON.parse(json.replace(stored, (_, path: string) => JSON.stringify(fileUrl(path))));
};
