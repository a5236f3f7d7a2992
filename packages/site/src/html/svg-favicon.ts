import { escapeHtml, Html } from './html.ts';

/** A favicon as a data URL. */
export const svgFavicon = (svg: string): Html =>
  new Html(`<link rel="icon" href="data:image/svg+xml,${escapeHtml(encodeURIComponent(svg))}">`);
