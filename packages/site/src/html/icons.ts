import { type Html, h } from './html.ts';
import type { SymbolOf } from './named-icons.ts';

/** SVG paths on a grid of 24 by 24, drawn with a constant stroke width. */
const paths = {
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14m5 12 4.5 4.5',
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'm6 6 12 12M18 6 6 18',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8m0-5v2m0 14v2M3 12h2m14 0h2M5.6 5.6 7 7m10 10 1.4 1.4M5.6 18.4 7 17M17 7l1.4-1.4',
  display: 'M3 4h18v12H3zM8 20h8m-4-4v4',
  moon: 'M20 14.5A8.5 8.5 0 1 1 9.5 4a6.8 6.8 0 0 0 10.5 10.5',
  'chevron-right': 'm9 5 7 7-7 7',
  'chevron-down': 'm5 9 7 7 7-7',
  'arrow-left': 'M20 12H4m6-6-6 6 6 6',
  'arrow-right': 'M4 12h16m-6-6 6 6-6 6',
  'arrow-up-right': 'M7 17 17 7M8 7h9v9',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  check: 'm4 12.5 5.5 5.5L20 7',
  link: 'M10 14a4 4 0 0 0 5.7 0l3.6-3.6a4 4 0 0 0-5.7-5.7L12.5 5.8M14 10a4 4 0 0 0-5.7 0l-3.6 3.6a4 4 0 0 0 5.7 5.7l1.1-1.1',
  file: 'M6 3h8l5 5v13H6zM14 3v5h5',
  book: 'M5 4.5A2.5 2.5 0 0 1 7.5 2H19v17H7.5A2.5 2.5 0 0 0 5 21.5zM5 19.5A2.5 2.5 0 0 0 7.5 22H19v-3',
  info: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18m0 8v5.5m0-9v.1',
  'circle-check': 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18m-4 9.3 2.8 2.8L16 9.5',
  warning: 'M12 3.5 2.5 20h19zM12 10v4.5m0 2.8v.1',
  danger: 'M8 3h8l5 5v8l-5 5H8l-5-5V8zm4 4.5v5.5m0 3.2v.1',
  edit: 'M4 20h4L19.5 8.5l-4-4L4 16zM13 7l4 4',
  download: 'M12 4v11m-5-5 5 5 5-5M4 20h16',
  globe: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M3 12h18M12 3c5 5.5 5 12.5 0 18-5-5.5-5-12.5 0-18',
  rss: 'M5 11a8 8 0 0 1 8 8M5 5a14 14 0 0 1 14 14M6 18v.1',
  list: 'M9 6h11M9 12h11M9 18h11M4 6h.1M4 12h.1M4 18h.1',
  tag: 'M3 12V4h8l9.5 9.5-8 8zM7.5 8.5v-.1',
  user: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8M4 21c.5-4.5 3.5-6.5 8-6.5s7.5 2 8 6.5',
  users:
    'M9 5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7M2.5 20c.4-4 3-5.5 6.5-5.5s6.1 1.5 6.5 5.5M16 5.5a3.3 3.3 0 0 1 0 6.2m2 3.3c2 .7 3.2 2.2 3.5 5',
  gear: 'M10.3 3h3.4l.5 2.4 1.8.75 2.05-1.35 1.15 1.15-1.35 2.05.75 1.8 2.4.5v3.4l-2.4.5-.75 1.8 1.35 2.05-1.15 1.15-2.05-1.35-1.8.75-.5 2.4h-3.4l-.5-2.4-1.8-.75-2.05 1.35-1.15-1.15 1.35-2.05-.75-1.8-2.4-.5v-3.4l2.4-.5.75-1.8-1.35-2.05 1.15-1.15 2.05 1.35 1.8-.75zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6',
  bolt: 'M13 3 5 13.5h6L10 21l9-11h-6.5z',
  rocket:
    'M9 15c1-6 4.5-10.5 11-11 .5 6.5-4.5 10-10.5 11.5zM9 10H5.5L3 13.5l4 .5m7 1v3.5L10.5 21l-.5-4M15 9v.1M4 20c.3-2 1-3 2.5-3.5',
  house: 'm3 11.5 9-8 9 8M5.5 9.5V20h13V9.5M10 20v-6h4v6',
  star: 'm12 3.5 2.6 5.6 6.1.7-4.5 4.2 1.2 6-5.4-3-5.4 3 1.2-6L3.3 9.8l6.1-.7z',
  heart: 'M12 20C5 15 3 12 3 8.8A4.6 4.6 0 0 1 12 7a4.6 4.6 0 0 1 9 1.8c0 3.2-2 6.2-9 11.2',
  code: 'm8 7-5 5 5 5m8-10 5 5-5 5M13.5 5l-3 14',
  terminal: 'M3 5h18v14H3zM7 10l3 2.5L7 15m6 0h4',
  lock: 'M5 11h14v10H5zM8 11V7.5a4 4 0 0 1 8 0V11',
  key: 'M15.5 4a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9M12 12l-8 8m3-3 2 2m-.5-4.5',
  cloud: 'M7 19a4.5 4.5 0 0 1-.5-9 6 6 0 0 1 11.5 1.5A3.8 3.8 0 0 1 17.5 19z',
  database: 'M4 6c0-4 16-4 16 0v12c0 4-16 4-16 0zc0 4 16 4 16 0M4 12c0 4 16 4 16 0',
  folder: 'M3 6h6.5l2 2.5H21V19H3z',
  image: 'M3 5h18v14H3zM3 16l5-5 4.5 4.5L15 13l6 6M15.5 9v.1',
  puzzle: 'M4 8h4.5c-1.5-5 6-5 4.5 0H18v4.5c4-1.5 4 6 0 4.5V21H4z',
  message: 'M4 4h16v12.5H11L6.5 21v-4.5H4z',
  bell: 'M6 17V11a6 6 0 0 1 12 0v6l1.5 1.5h-15zM10 21h4',
  calendar: 'M4 6h16v15H4zM4 11h16M8 3v5m8-5v5',
  chart: 'M4 20V4m0 16h16M8.5 16v-5m4 5V7m4 9v-3',
  cube: 'm12 3 8.5 4.5v9L12 21l-8.5-4.5v-9zm0 9.5v8.5m0-8.5L3.5 7.5M12 12.5l8.5-5',
  shield: 'M12 3l8 3c0 7-2.5 12-8 15C6.5 18 4 13 4 6z',
  play: 'M7 4.5v15l12-7.5z',
  wand: 'M4 20 15 9m3-6v4m-2-2h4M6 4v3M4.5 5.5h3M19 14v3m-1.5-1.5h3',
  paint:
    'M12 3a9 9 0 1 0 0 18c2.5 0 1-3 2.5-4s6.5.5 6.5-5c0-5-4-9-9-9M7.5 12v.1M10 7.5v.1m5-.1v.1M17.5 12v.1',
  question: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M9.5 9.5c0-3.5 5-3.5 5-.3 0 2-2.5 2.3-2.5 4.3m0 3v.1',
  table: 'M4 5h16v14H4zM4 10h16M10 10v9',
  mobile: 'M7 3h10v18H7zM11 18h2',
  envelope: 'M3 6h18v13H3zM3 7l9 7 9-7',
  hand: 'M8 12.5V6a1.5 1.5 0 0 1 3 0v5m0-6.5a1.5 1.5 0 0 1 3 0V11m0-5a1.5 1.5 0 0 1 3 0v6m0-3a1.5 1.5 0 0 1 3 0v5c0 5-3 8-7 8s-5.5-2-8-6.5l-1.5-3a1.5 1.5 0 0 1 2.6-1.4L8 15.5',
  tree: 'M10 4H4v5h6zm10 0h-6v5h6zm0 11h-6v5h6zM7 9v8.5h7M10 6.5h4',
  sitemap: 'M9 3h6v5H9zM3 16h6v5H3zm12 0h6v5h-6zM12 8v4m-6 4v-4h12v4',
  compass: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18m4 5-2.5 5.5L8 16l2.5-5.5z',
  clock: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18m0 4.5V12l3 2',
  video: 'M3 6h12v12H3zM15 11l6-4v10l-6-4',
  map: 'm3 6 6-2 6 2 6-2v14l-6 2-6-2-6 2zM9 4v14m6-12v14',
  building: 'M5 21V4h10v17M15 9h4v12M3 21h18M8.5 8h3m-3 4h3m-3 4h3',
  cart: 'M3 4h2.5l2.5 11h10l2-8H6.5M9 19.5v.1m8-.1v.1',
  card: 'M3 6h18v12H3zM3 10h18M6.5 14.5H10',
  bug: 'M12 7.5c3 0 4.5 2 4.5 5.5S15 20 12 20s-4.5-3.5-4.5-7S9 7.5 12 7.5m0 0V20M9 7.5a3 3 0 0 1 6 0M3.5 9l4 2m9 0 4-2M3 14h4.5m9 0H21M4 20l4-2.5m8 0 4 2.5',
  branch:
    'M7 8.5v7M7 3.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5m0 12a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5m10-10a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5m0 5c0 3.5-4 4-7 5',
} as const;

/** The name of an icon. */
export type IconName = keyof typeof paths;

/** A decorative icon, hidden from assistive technology. */
export const icon = (name: IconName, className?: string): Html =>
  h(
    'svg',
    {
      class: className ? `icon ${className}` : 'icon',
      viewBox: '0 0 24 24',
      width: 16,
      height: 16,
      'aria-hidden': 'true',
    },
    h('path', { d: paths[name] }),
  );

/** An icon of the interface as a symbol. */
export const ownSymbol = (name: IconName): ReturnType<SymbolOf> => ({
  viewBox: '0 0 24 24',
  path: h('path', { d: paths[name] }),
});

/** Whether the interface has an icon of this name. */
export const isOwnIcon = (name: string): name is IconName => Object.hasOwn(paths, name);
