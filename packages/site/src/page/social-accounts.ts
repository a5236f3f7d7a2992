import type { SocialAccount } from '../customization/settings.ts';
import { type Child, h } from '../html/html.ts';
import { namedIcon } from '../html/named-icons.ts';
import type { SiteLayout } from './model.ts';

/** The name, the icon and the URLs of accounts of each platform. */
const PLATFORMS: Readonly<
  Record<string, { readonly name: string; readonly icon: string; readonly url: (handle: string) => string }>
> = {
  twitter: { name: 'X', icon: 'x-twitter', url: (handle) => `https://x.com/${handle}` },
  instagram: { name: 'Instagram', icon: 'instagram', url: (handle) => `https://www.instagram.com/${handle}` },
  facebook: { name: 'Facebook', icon: 'facebook', url: (handle) => `https://www.facebook.com/${handle}` },
  linkedin: {
    name: 'LinkedIn',
    icon: 'linkedin',
    url: (handle) => `https://www.linkedin.com/${handle.includes('/') ? handle : `company/${handle}`}`,
  },
  github: { name: 'GitHub', icon: 'github', url: (handle) => `https://github.com/${handle}` },
  discord: { name: 'Discord', icon: 'discord', url: (handle) => `https://discord.gg/${handle}` },
  slack: { name: 'Slack', icon: 'slack', url: (handle) => `https://${handle}.slack.com` },
  youtube: { name: 'YouTube', icon: 'youtube', url: (handle) => `https://www.youtube.com/@${handle}` },
  tiktok: { name: 'TikTok', icon: 'tiktok', url: (handle) => `https://www.tiktok.com/@${handle}` },
  reddit: {
    name: 'Reddit',
    icon: 'reddit',
    url: (handle) => `https://www.reddit.com/${/^[ru]\//.test(handle) ? handle : `r/${handle}`}`,
  },
  bluesky: { name: 'Bluesky', icon: 'bluesky', url: (handle) => `https://bsky.app/profile/${handle}` },
  mastodon: {
    name: 'Mastodon',
    icon: 'mastodon',
    url: (handle) => {
      const [user, host = 'mastodon.social'] = handle.split('@');
      return `https://${host}/@${user}`;
    },
  },
  threads: { name: 'Threads', icon: 'threads', url: (handle) => `https://www.threads.net/@${handle}` },
  medium: { name: 'Medium', icon: 'medium', url: (handle) => `https://medium.com/@${handle}` },
};

/** The URL of an account; a handle may also be the URL itself. */
export const accountUrl = ({ platform, handle }: SocialAccount): string | undefined => {
  if (/^https:\/\//i.test(handle)) return handle;
  const plain = handle.trim().replace(/^@/, '');
  const known = Object.hasOwn(PLATFORMS, platform) && /^[\w.@/-]+$/.test(plain) && PLATFORMS[platform];
  return known ? known.url(plain) : undefined;
};

/** Links to the accounts that are shown in the header or the footer. */
export function socialLinks({ customization }: SiteLayout, place: 'header' | 'footer'): Child {
  const links = (customization.socialAccounts ?? [])
    .filter(({ display }) => display[place])
    .flatMap((account) => {
      const href = accountUrl(account);
      const platform = Object.hasOwn(PLATFORMS, account.platform) && PLATFORMS[account.platform];
      return href && platform
        ? [
            h(
              'a',
              { href, class: 'icon-button', rel: 'me noopener', 'aria-label': platform.name },
              namedIcon(platform.icon),
            ),
          ]
        : [];
    });
  return links.length > 0 && h('div', { class: `social social-${place}` }, links);
}
