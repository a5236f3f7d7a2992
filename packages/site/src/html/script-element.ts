import { escapeHtml, Html } from './html.ts';
import { safeUrl } from './url.ts';

/** A script element. */
export const scriptElement = (href: string, attributes = ''): Html =>
  new Html(`<script src="${escapeHtml(safeUrl(href) ?? '')}"${attributes}></script>`);
