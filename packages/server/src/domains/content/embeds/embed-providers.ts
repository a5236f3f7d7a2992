import { escapeAttribute } from '@lectern/document';

/** A site whose pages can be embedded: the pattern of their URLs, and the URL of the frame. */
interface Provider {
  readonly site: string;
  /** The title of the frame. */
  readonly title: string;
  /** Matches the URL without scheme and `www.`; its groups are used in the frame's URL. */
  readonly pattern: RegExp;
  /** `$1`, `$2` are groups of the pattern, `$url` is the whole URL, encoded. */
  readonly frame: string;
  readonly height: number;
}

const PROVIDERS: readonly Provider[] = [
  {
    site: 'YouTube',
    title: 'YouTube video',
    pattern: /^(?:m\.)?youtube\.com\/watch\?(?:[^#]*&)?v=([\w-]{6,20})(?:[&#]|$)/,
    frame: 'https://www.youtube-nocookie.com/embed/$1',
    height: 400,
  },
  {
    site: 'YouTube',
    title: 'YouTube video',
    pattern: /^(?:youtu\.be|(?:m\.)?youtube\.com\/(?:shorts|live|embed))\/([\w-]{6,20})(?:[/?#]|$)/,
    frame: 'https://www.youtube-nocookie.com/embed/$1',
    height: 400,
  },
  {
    site: 'Vimeo',
    title: 'Vimeo video',
    pattern: /^(?:player\.)?vimeo\.com\/(?:video\/)?(\d{5,12})(?:[/?#]|$)/,
    frame: 'https://player.vimeo.com/video/$1',
    height: 400,
  },
  {
    site: 'Loom',
    title: 'Loom video',
    pattern: /^loom\.com\/(?:share|embed)\/([0-9a-f]{32})(?:[/?#]|$)/,
    frame: 'https://www.loom.com/embed/$1',
    height: 400,
  },
  {
    site: 'CodePen',
    title: 'CodePen pen',
    pattern: /^codepen\.io\/([\w-]+)\/(?:pen|embed|full|details)\/(\w+)(?:[/?#]|$)/,
    frame: 'https://codepen.io/$1/embed/$2?default-tab=result',
    height: 400,
  },
  {
    site: 'CodeSandbox',
    title: 'CodeSandbox sandbox',
    pattern: /^codesandbox\.io\/(?:s|embed|p\/sandbox)\/([\w-]+)(?:[/?#]|$)/,
    frame: 'https://codesandbox.io/embed/$1',
    height: 500,
  },
  {
    site: 'StackBlitz',
    title: 'StackBlitz project',
    pattern: /^stackblitz\.com\/edit\/([\w-]+)(?:[/?#]|$)/,
    frame: 'https://stackblitz.com/edit/$1?embed=1',
    height: 500,
  },
  {
    site: 'Figma',
    title: 'Figma file',
    pattern: /^figma\.com\/(?:file|design|proto|board|slides)\/\w+(?:[/?#]|$)/,
    frame: 'https://www.figma.com/embed?embed_host=lectern&url=$url',
    height: 500,
  },
  {
    site: 'Miro',
    title: 'Miro board',
    pattern: /^miro\.com\/app\/board\/([\w=-]+)(?:[/?#]|$)/,
    frame: 'https://miro.com/app/live-embed/$1',
    height: 500,
  },
  {
    site: 'Google Docs',
    title: 'Google document',
    pattern: /^docs\.google\.com\/(document|spreadsheets|presentation)\/d\/([\w-]+)(?:[/?#]|$)/,
    frame: 'https://docs.google.com/$1/d/$2/preview',
    height: 500,
  },
  {
    site: 'Airtable',
    title: 'Airtable view',
    pattern: /^airtable\.com\/(?:embed\/)?((?:app\w+\/)?shr\w+)(?:[/?#]|$)/,
    frame: 'https://airtable.com/embed/$1',
    height: 500,
  },
  {
    site: 'Spotify',
    title: 'Spotify player',
    pattern:
      /^open\.spotify\.com\/(?:intl-\w+\/)?(track|album|playlist|episode|show|artist)\/(\w+)(?:[/?#]|$)/,
    frame: 'https://open.spotify.com/embed/$1/$2',
    height: 352,
  },
  {
    site: 'SoundCloud',
    title: 'SoundCloud player',
    pattern: /^soundcloud\.com\/[\w-]+\/[\w/-]+(?:[?#]|$)/,
    frame: 'https://w.soundcloud.com/player/?url=$url',
    height: 166,
  },
];

/** The frame for a URL of a known site; its markup is always our own. */
export const frameFor = (url: URL): { title: string; site: string; html: string } | undefined => {
  const address = `${url.host.replace(/^www\./, '')}${url.pathname}${url.search}`;
  for (const { site, title, pattern, frame, height } of PROVIDERS) {
    const found = pattern.exec(address);
    if (!found) continue;
    const src = frame
      .replaceAll(/\$(\d)/g, (_, group: string) => found[Number(group)] ?? '')
      .replaceAll('$url', () => encodeURIComponent(url.href));
    const html = `<iframe src="${escapeAttribute(src)}" title="${escapeAttribute(title)}" width="100%" height="${height}" loading="lazy" sandbox="allow-scripts allow-same-origin allow-popups allow-forms allow-presentation" allow="fullscreen; encrypted-media; picture-in-picture; clipboard-write" referrerpolicy="strict-origin-when-cross-origin" style="border:0" allowfullscreen></iframe>`;
    return { title, site, html };
  }
  return undefined;
};
