import { withIconFiles } from '../../../site/src/html/named-icons.ts';

/** The address of an icon by its plain name. */
export const iconUrl = (name: string): string => `/app/icons/${name}#icon`;

/** Rendered HTML with its icons drawn by files of the server, because the console has no set of symbols. */
export const withIcons = (html: string): string => withIconFiles(html, iconUrl);
