import type { ContentLink, HeaderItem, ThemedUrl } from '../customization/settings.ts';
import { emojiOf } from '../document/data.ts';
import { type Attributes, type Child, classes, h } from '../html/html.ts';
import { icon, namedIcon } from '../html/icons.ts';
import { isAbsolute } from '../html/url.ts';
import { type Messages, messagesFor, nameOfLanguage } from '../language/messages.ts';
import type { Choice, SectionItem, SiteFrame } from './model.ts';

/** How a link of the interface behaves. */
export const linkTo = (href: string, { customization }: Pick<SiteFrame, 'customization'>): Attributes => ({
  href,
  ...(isAbsolute(href) && customization.externalLinks.target === 'blank'
    ? { target: '_blank', rel: 'noopener' }
    : {}),
});

/** A link to content by its reference; nothing where it leads nowhere. */
export function contentLink(
  { title, to }: ContentLink,
  frame: SiteFrame,
  attributes: Attributes = {},
): Child {
  const target = frame.hrefOf(to);
  return target && h('a', { ...linkTo(target.href, frame), ...attributes }, title);
}

/** An image for each theme. */
export const themedImage = (urls: ThemedUrl, alt: string, className: string): Child =>
  urls.light === urls.dark
    ? h('img', { src: urls.light, alt, class: className })
    : [
        h('img', { src: urls.light, alt, class: `${className} when-light` }),
        h('img', { src: urls.dark, alt, class: `${className} when-dark` }),
      ];

/** The name of the site, or its logo. */
export function brand(frame: SiteFrame): Child {
  const { header, favicon } = frame.customization;
  const content = header.logo
    ? themedImage(header.logo, frame.title, 'logo')
    : [
        favicon.icon && themedImage(favicon.icon, '', 'site-icon'),
        favicon.emoji && h('span', { class: 'site-emoji', 'aria-hidden': 'true' }, emojiOf(favicon.emoji)),
        h('span', { class: 'site-title' }, frame.title),
      ];
  return h('a', { class: 'brand', href: frame.home }, content);
}

/** A menu that opens below its name; the script closes it again. */
const menu = (label: Child, content: Child, className: string, attributes: Attributes = {}): Child =>
  h(
    'details',
    { class: classes('menu', className) },
    h('summary', attributes, label, icon('chevron-down', 'menu-mark')),
    h('div', { class: 'menu-body' }, content),
  );

function headerItem(item: HeaderItem, frame: SiteFrame): Child {
  const style =
    item.style === 'button-primary' || item.style === 'button-secondary'
      ? `button ${item.style}`
      : 'header-link';
  if (item.links.length > 0) {
    const own = item.to && contentLink({ title: item.title, to: item.to }, frame);
    const inner = item.links.map((one) => contentLink(one, frame));
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
  const link = item.to && contentLink({ title: item.title, to: item.to }, frame, { class: style });
  return link && h('li', null, link);
}

/** The links of the header: beside its name where there is room, in the navigation where there is none. */
export const headerLinks = (frame: SiteFrame, className: string): Child => {
  const { links } = frame.customization.header;
  return (
    links.length > 0 &&
    h(
      'nav',
      { class: className, 'aria-label': messagesFor(frame.locale).mainMenu },
      h(
        'ul',
        null,
        links.map((item) => headerItem(item, frame)),
      ),
    )
  );
};

/** A button that opens the search; without the script it leads to the page that searches. */
export const searchButton = (frame: SiteFrame, messages: Messages): Child =>
  h(
    'a',
    {
      class: 'search-button',
      href: frame.search.page,
      'data-search-open': true,
      'aria-keyshortcuts': 'Control+K',
    },
    icon('search'),
    h('span', { class: 'search-label' }, messages.search),
    h('kbd', { class: 'needs-script', 'aria-hidden': 'true' }, 'Ctrl K'),
  );

/** A choice of languages or versions. */
export function switcher(
  choices: readonly Choice[] | undefined,
  label: string,
  kind: 'language' | 'version',
): Child {
  if (!choices || choices.length < 2) return false;
  const nameOf = (choice: Choice): string =>
    choice.language ? nameOfLanguage(choice.language) : choice.title;
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

/** A button for light and dark. */
export const themeToggle = (frame: SiteFrame, messages: Messages): Child =>
  frame.customization.themes.toggeable &&
  h(
    'button',
    {
      type: 'button',
      class: 'icon-button needs-script',
      'data-theme-toggle': true,
      'aria-label': messages.switchTheme,
    },
    icon('moon', 'when-light'),
    icon('sun', 'when-dark'),
  );

/** The button that opens the navigation where it has no place of its own. */
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

/** The bar at the top. */
export function renderHeader(frame: SiteFrame, hasNavigation: boolean): Child {
  const messages = messagesFor(frame.locale);
  const bar = h(
    'div',
    { class: 'header-bar' },
    hasNavigation && menuButton(messages),
    brand(frame),
    headerLinks(frame, 'header-links'),
    h(
      'div',
      { class: 'header-tools' },
      searchButton(frame, messages),
      switcher(frame.languages, messages.language, 'language'),
      themeToggle(frame, messages),
    ),
  );
  return h('header', { class: 'header' }, bar, renderSections(frame, messages));
}

function sectionLink(section: SectionItem, hasMore: boolean): Child {
  return h(
    'a',
    { href: section.href, class: 'section-link', 'aria-current': section.isCurrent ? 'true' : undefined },
    namedIcon(section.icon),
    h('span', null, section.title, hasMore && section.description && h('small', null, section.description)),
  );
}

const isInside = (section: SectionItem): boolean =>
  section.isCurrent === true || (section.children ?? []).some(isInside);

/** The list of a group; groups in it stand as headings of their own. */
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

/** Sections as a row of tabs, groups as menus in it. */
function renderSections(frame: SiteFrame, messages: Messages): Child {
  const { sections } = frame;
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
          { class: classes(isInside(section) && 'section-on') },
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
