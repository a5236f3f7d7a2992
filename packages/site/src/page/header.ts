import type { ContentLink, HeaderItem, ThemedUrl } from '../customization/settings.ts';
import { emojiOf } from '../document/data.ts';
import { type Attributes, type Child, classes, h } from '../html/html.ts';
import { icon } from '../html/icons.ts';
import { namedIcon } from '../html/named-icons.ts';
import { isAbsolute } from '../html/url.ts';
import { languageName } from '../language/format.ts';
import { type Messages, messagesFor } from '../language/messages.ts';
import type { SectionItem, SiteLayout, SwitcherOption } from './model.ts';
import { socialLinks } from './social-accounts.ts';

/** The attributes of a link of the interface. */
export const linkTo = (href: string, { customization }: Pick<SiteLayout, 'customization'>): Attributes => ({
  href,
  ...(isAbsolute(href) && customization.externalLinks.target === 'blank'
    ? { target: '_blank', rel: 'noopener' }
    : {}),
});

/** Renders a link to content; undefined if it has no target. */
export function contentLink(
  { title, to }: ContentLink,
  site: SiteLayout,
  attributes: Attributes = {},
): Child {
  const target = site.hrefOf(to);
  return target && h('a', { ...linkTo(target.href, site), ...attributes }, title);
}

/** Renders an image for the light and the dark mode. */
export const themedImage = (urls: ThemedUrl, alt: string, className: string): Child =>
  urls.light === urls.dark
    ? h('img', { src: urls.light, alt, class: className })
    : [
        h('img', { src: urls.light, alt, class: `${className} when-light` }),
        h('img', { src: urls.dark, alt, class: `${className} when-dark` }),
      ];

/** The name of the site, or its logo. */
export function brand(site: SiteLayout): Child {
  const { header, favicon } = site.customization;
  const content = header.logo
    ? themedImage(header.logo, site.title, 'logo')
    : [
        favicon.icon && themedImage(favicon.icon, '', 'site-icon'),
        favicon.emoji && h('span', { class: 'site-emoji', 'aria-hidden': 'true' }, emojiOf(favicon.emoji)),
        h('span', { class: 'site-title' }, site.title),
      ];
  return h('a', { class: 'brand', href: site.home }, content);
}

/** A drop-down menu; the script closes it on a click outside. */
const menu = (label: Child, content: Child, className: string, attributes: Attributes = {}): Child =>
  h(
    'details',
    { class: classes('menu', className) },
    h('summary', attributes, label, icon('chevron-down', 'menu-mark')),
    h('div', { class: 'menu-body' }, content),
  );

function headerItem(item: HeaderItem, site: SiteLayout): Child {
  const style =
    item.style === 'button-primary' || item.style === 'button-secondary'
      ? `button ${item.style}`
      : 'header-link';
  if (item.links.length > 0) {
    const own = item.to && contentLink({ title: item.title, to: item.to }, site);
    const inner = item.links.map((one) => contentLink(one, site));
    return h(
      'li',
      null,
      menu(
        item.title,
        h(
          'ul',
          null,
          [own, ...inner].map((one) => one && h('li', null, one)),
        ),
        'header-menu',
        { class: style },
      ),
    );
  }
  const link = item.to && contentLink({ title: item.title, to: item.to }, site, { class: style });
  return link && h('li', null, link);
}

/** The header links, which are in the sidebar on narrow screens. */
export const headerLinks = (site: SiteLayout, className: string): Child => {
  const { links } = site.customization.header;
  return (
    links.length > 0 &&
    h(
      'nav',
      { class: className, 'aria-label': messagesFor(site.locale).mainMenu },
      h(
        'ul',
        null,
        links.map((item) => headerItem(item, site)),
      ),
    )
  );
};

/** The search button; without the script it is a link to the search page. */
export const searchButton = (site: SiteLayout, messages: Messages): Child =>
  h(
    'a',
    {
      class: 'search-button',
      href: site.search.page,
      'data-search-open': true,
      'aria-keyshortcuts': 'Control+K',
    },
    icon('search'),
    h('span', { class: 'search-label' }, messages.search),
    h('kbd', { class: 'needs-script', 'aria-hidden': 'true' }, 'Ctrl K'),
  );

/** The language or version switcher. */
export function switcher(
  choices: readonly SwitcherOption[] | undefined,
  label: string,
  kind: 'language' | 'version',
): Child {
  if (!choices || choices.length < 2) return false;
  const nameOf = (choice: SwitcherOption): string =>
    choice.language ? languageName(choice.language) : choice.title;
  const current = choices.find(({ isCurrent }) => isCurrent) ?? choices[0]!;
  return menu(
    [
      kind === 'language' ? icon('globe') : icon('branch'),
      h('span', { class: 'sr-only' }, `${label}: `),
      h('span', { class: 'switch-name' }, nameOf(current)),
    ],
    h(
      'ul',
      null,
      choices.map((choice) =>
        h(
          'li',
          null,
          h(
            'a',
            {
              href: choice.href,
              hreflang: choice.language,
              lang: choice.language,
              'aria-current': choice.isCurrent ? 'true' : undefined,
            },
            nameOf(choice),
            choice.isCurrent && icon('check'),
          ),
        ),
      ),
    ),
    `switch switch-${kind}`,
  );
}

const THEMES = [
  ['light', 'sun', 'lightTheme'],
  ['system', 'display', 'systemTheme'],
  ['dark', 'moon', 'darkTheme'],
] as const;

/** The choice between light, dark and the theme of the reader's system; the script marks the current one. */
export const themeChoice = (site: SiteLayout, messages: Messages): Child =>
  site.customization.themes.toggeable &&
  h(
    'div',
    { class: 'theme-choice needs-script', role: 'group', 'aria-label': messages.themeChoice },
    THEMES.map(([theme, name, label]) =>
      h(
        'button',
        {
          type: 'button',
          class: 'icon-button',
          'data-theme-choice': theme,
          'aria-label': messages[label],
          title: messages[label],
        },
        icon(name),
      ),
    ),
  );

/** The button that opens the sidebar on narrow screens. */
export const menuButton = (messages: Messages): Child =>
  h(
    'button',
    {
      type: 'button',
      class: 'icon-button menu-button',
      popovertarget: '~navigation',
      'aria-label': messages.openMenu,
    },
    icon('menu'),
  );

/** Renders the header. */
export function renderHeader(site: SiteLayout, hasNavigation: boolean): Child {
  const messages = messagesFor(site.locale);
  const bar = h(
    'div',
    { class: 'header-bar' },
    hasNavigation && menuButton(messages),
    brand(site),
    headerLinks(site, 'header-links'),
    h(
      'div',
      { class: 'header-tools' },
      searchButton(site, messages),
      socialLinks(site, 'header'),
      switcher(site.languages, messages.language, 'language'),
    ),
  );
  return h('header', { class: 'header' }, bar, renderSections(site, messages));
}

function sectionLink(section: SectionItem, hasMore: boolean): Child {
  return h(
    'a',
    { href: section.href, class: 'section-link', 'aria-current': section.isCurrent ? 'true' : undefined },
    namedIcon(section.icon),
    h('span', null, section.title, hasMore && section.description && h('small', null, section.description)),
  );
}

const containsCurrent = (section: SectionItem): boolean =>
  section.isCurrent === true || (section.children ?? []).some(containsCurrent);

/** The sections of a group; nested groups are headings. */
const groupList = (sections: readonly SectionItem[]): Child =>
  h(
    'ul',
    null,
    sections.map((section) =>
      h(
        'li',
        null,
        section.children
          ? [h('span', { class: 'menu-title' }, section.title), groupList(section.children)]
          : sectionLink(section, true),
      ),
    ),
  );

/** The sections as tabs, with groups as menus. */
function renderSections(site: SiteLayout, messages: Messages): Child {
  const { sections } = site;
  if (!sections || sections.length < 2) return false;
  return h(
    'nav',
    { class: 'sections', 'aria-label': messages.sections },
    h(
      'ul',
      null,
      sections.map((section) =>
        h(
          'li',
          { class: classes(containsCurrent(section) && 'section-on') },
          section.children
            ? menu([namedIcon(section.icon), section.title], groupList(section.children), 'section-menu', {
                class: 'section-link',
              })
            : sectionLink(section, false),
        ),
      ),
    ),
  );
}
