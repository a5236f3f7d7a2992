import type { Block } from '@lectern/document';
import { type Child, classes, h } from '../html/html.ts';
import { icon } from '../html/icons.ts';
import { hostOf, safeUrl } from '../html/url.ts';
import type { Rendering } from './context.ts';
import { textIn } from './data.ts';
import { linkAttributes } from './link-targets.ts';
import { caption } from './pictures.ts';

/** The URLs that are embedded in a frame, with the URL of the frame. */
const FRAMES: readonly (readonly [RegExp, (...parts: string[]) => string])[] = [
  [
    /^https?:\/\/(?:www\.|m\.)?youtube\.com\/(?:watch\?(?:[^#]*&)?v=|shorts\/|live\/|embed\/)([\w-]{6,20})/,
    (id) => `https://www.youtube-nocookie.com/embed/${id}`,
  ],
  [/^https?:\/\/youtu\.be\/([\w-]{6,20})/, (id) => `https://www.youtube-nocookie.com/embed/${id}`],
  [
    /^https?:\/\/(?:www\.|player\.)?vimeo\.com\/(?:video\/)?(\d+)/,
    (id) => `https://player.vimeo.com/video/${id}?dnt=1`,
  ],
  [
    /^https?:\/\/(?:www\.)?loom\.com\/(?:share|embed)\/([0-9a-f]{16,64})/,
    (id) => `https://www.loom.com/embed/${id}`,
  ],
  [
    /^https?:\/\/codepen\.io\/([\w-]+)\/(?:pen|embed)\/(\w+)/,
    (who, id) => `https://codepen.io/${who}/embed/${id}?default-tab=result`,
  ],
  [/^https?:\/\/codesandbox\.io\/(?:s|embed)\/([\w-]+)/, (id) => `https://codesandbox.io/embed/${id}`],
  [/^https?:\/\/stackblitz\.com\/edit\/([\w-]+)/, (id) => `https://stackblitz.com/edit/${id}?embed=1`],
  [
    /^(https?:\/\/(?:www\.)?figma\.com\/(?:file|design|proto|board)\/[\w-]+)/,
    (url) => `https://www.figma.com/embed?embed_host=lectern&url=${encodeURIComponent(url)}`,
  ],
  [
    /^https?:\/\/open\.spotify\.com\/(track|album|playlist|episode|show)\/(\w+)/,
    (kind, id) => `https://open.spotify.com/embed/${kind}/${id}`,
  ],
];

/** The hosts of embedded frames, for the Content-Security-Policy. */
export const FRAME_HOSTS: readonly string[] = [
  'https://www.youtube-nocookie.com',
  'https://player.vimeo.com',
  'https://www.loom.com',
  'https://codepen.io',
  'https://codesandbox.io',
  'https://stackblitz.com',
  'https://www.figma.com',
  'https://open.spotify.com',
];

/** The frame URL of an embedded URL; undefined if its host is unknown. */
export function frameUrl(url: string): string | undefined {
  for (const [pattern, make] of FRAMES) {
    const found = pattern.exec(url);
    if (found) return make(...found.slice(1));
  }
  return undefined;
}

const media: readonly (readonly [RegExp, 'video' | 'audio'])[] = [
  [/^https?:\/\/[^?#]+\.(?:mp4|webm|ogv|mov)(?:[?#]|$)/i, 'video'],
  [/^https?:\/\/[^?#]+\.(?:mp3|wav|ogg|m4a|flac)(?:[?#]|$)/i, 'audio'],
];

/** Renders an embed as a frame, a media player or a link. */
export function embed(node: Block, rendering: Rendering): Child {
  const url = safeUrl(textIn(node.data, 'url') ?? '');
  if (!url) return false;
  const known = rendering.context.embedOf?.(url);
  const title = known?.title ?? hostOf(url) ?? url;
  const frame = frameUrl(url);
  const player = media.find(([pattern]) => pattern.test(url))?.[1];
  const content = frame
    ? h('iframe', {
        src: frame,
        title,
        loading: 'lazy',
        allowfullscreen: true,
        referrerpolicy: 'strict-origin-when-cross-origin',
        sandbox: 'allow-scripts allow-same-origin allow-popups allow-forms allow-presentation',
      })
    : player
      ? h(player, { src: url, controls: true, preload: 'metadata' }, h('a', { href: url }, title))
      : h(
          'a',
          { ...linkAttributes(url, rendering), class: 'tile' },
          h(
            'span',
            { class: 'tile-icon' },
            known?.icon?.startsWith('https:')
              ? h('img', { src: known.icon, alt: '', loading: 'lazy', referrerpolicy: 'no-referrer' })
              : icon('globe'),
          ),
          h(
            'span',
            { class: 'tile-text' },
            h('span', { class: 'tile-title' }, title),
            h('span', { class: 'tile-more' }, known?.description ?? known?.site ?? url),
          ),
          icon('arrow-up-right', 'tile-end'),
        );
  return h(
    'figure',
    {
      class: classes(
        'embed',
        (frame || player === 'video') && 'embed-frame',
        node.data?.fullWidth === true && 'full',
      ),
    },
    content,
    caption(node, rendering),
  );
}
