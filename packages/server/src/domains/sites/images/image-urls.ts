const FOLDER = '/site-images';

/** The path of an image of a site. */
export const imagePath = (siteId: string, name: string): string => `${FOLDER}/${siteId}/${name}`;
