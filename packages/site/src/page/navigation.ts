import type { Customization } from '../customization/settings.ts';
import { emojiOf } from '../document/data.ts';
import { type Child, classes, Html, h, join } from '../html/html.ts';
import { icon } from '../html/icons.ts';
import { namedIcon } from '../html/named-icons.ts';
import { isAbsolute } from '../html/url.ts';
import { messagesFor } from '../language/messages.ts';
import { consentButton } from './consent.ts';
import { brand, headerLinks, linkTo, searchButton, switcher, themeChoice } from './header.ts';
import type { Navigation, NavigationItem, SiteLayout } from './model.ts';

/** The maximum number of entries that are all rendered; larger trees contain only the branch of the current page. */
const MAX_WHOLE_TREE = 800;

const countOf = (items: readonly NavigationItem[]): number =>
  items.reduce((count, item) => count + 1 + countOf(item.children), 0);

/** The state of an item on a page. */
interface ItemState {
  readonly isCurrent: boolean;
  /** Whether it is or contains the current page. */
  readonly isOpen: boolean;
}

const INACTIVE: ItemState = { isCurrent: false, isOpen: false };

/** Renders an item around its rendered children. */
type RenderItem = (item: NavigationItem, below: string, standing: ItemState) => string;

/** A rendered item: its position in the HTML of its siblings, and the HTML of its children while inactive. */
interface Entry {
  readonly item: NavigationItem;
  readonly parent: Entry | undefined;
  readonly start: number;
  end: number;
  below: string;
}

const mark = (item: NavigationItem): Child =>
  item.emoji
    ? h('span', { class: 'emoji', 'aria-hidden': 'true' }, emojiOf(item.emoji))
    : namedIcon(item.icon);

const list = (items: string): Child => items !== '' && h('ul', null, new Html(items));

const itemRenderer =
  (customization: Customization, isPruned: boolean): RenderItem =>
  (item, below, { isCurrent, isOpen }) => {
    if (item.type === 'group')
      return h(
        'li',
        { class: 'nav-group' },
        h('span', { class: 'nav-title' }, mark(item), item.title),
        list(below),
      ).toString();
    const link = h(
      'a',
      { ...linkTo(item.href ?? '', { customization }), 'aria-current': isCurrent ? 'page' : undefined },
      mark(item),
      h('span', null, item.title),
      item.type === 'link' && isAbsolute(item.href ?? '') && icon('arrow-up-right', 'nav-away'),
    );
    if (below === '' || (isPruned && !isOpen)) return h('li', null, link).toString();
    return h(
      'li',
      { class: 'nav-branch' },
      link,
      h(
        'details',
        { open: isOpen },
        h('summary', { 'aria-label': item.title }, icon('chevron-right', 'turn')),
        list(below),
      ),
    ).toString();
  };

/** Renders a navigation once; for a page, only the branch with the page is rendered again. */
export function prepareNavigation(
  items: readonly NavigationItem[],
  customization: Customization,
): Navigation {
  const write = itemRenderer(customization, countOf(items) > MAX_WHOLE_TREE);
  const entries = new Map<string, Entry>();
  let size = 0;
  const renderItems = (below: readonly NavigationItem[], parent: Entry | undefined): string => {
    let out = '';
    for (const item of below) {
      const entry: Entry = { item, parent, start: out.length, end: 0, below: '' };
      if (!entries.has(item.id)) entries.set(item.id, entry);
      entry.below = renderItems(item.children, entry);
      out += write(item, entry.below, INACTIVE);
      entry.end = out.length;
    }
    size += out.length;
    return out;
  };
  const top = renderItems(items, undefined);
  /** The whole list with one item replaced. */
  const withItem = ({ parent, start, end }: Entry, written: string): string => {
    const siblings = parent ? parent.below : top;
    const all = siblings.slice(0, start) + written + siblings.slice(end);
    return parent ? withItem(parent, write(parent.item, all, { isCurrent: false, isOpen: true })) : all;
  };
  return {
    size,
    at(id) {
      const entry = id === undefined ? undefined : entries.get(id);
      return join(
        list(
          entry ? withItem(entry, write(entry.item, entry.below, { isCurrent: true, isOpen: true })) : top,
        ),
      );
    },
  };
}

/** Renders the sidebar with the table of contents; on narrow screens it is the popover of the menu button. */
export function renderNavigation(site: SiteLayout, current: string | undefined): Child {
  const messages = messagesFor(site.locale);
  const { styling, header } = site.customization;
  const hasNoHeader = header.preset === 'none';
  return h(
    'aside',
    {
      class: classes('sidebar', styling.sidebar.background === 'filled' && 'sidebar-filled'),
      id: '~navigation',
      popover: true,
    },
    h(
      'div',
      { class: 'sidebar-head' },
      hasNoHeader && brand(site),
      h(
        'button',
        {
          type: 'button',
          class: 'icon-button sidebar-close',
          popovertarget: '~navigation',
          popovertargetaction: 'hide',
          'aria-label': messages.closeMenu,
        },
        icon('close'),
      ),
    ),
    hasNoHeader &&
      h(
        'div',
        { class: 'sidebar-tools' },
        searchButton(site, messages),
        switcher(site.languages, messages.language, 'language'),
      ),
    headerLinks(site, 'sidebar-links'),
    switcher(site.variants, messages.version, 'version'),
    h(
      'nav',
      { class: `nav nav-${styling.sidebar.list}`, 'aria-label': messages.pages },
      site.navigation.at(current),
    ),
    h(
      'div',
      { class: 'sidebar-foot' },
      site.customization.trademark.enabled &&
        h('p', { class: 'trademark' }, messages.poweredBy.replace('{name}', 'Lectern')),
      themeChoice(site, messages),
      consentButton(site, messages),
    ),
  );
}
