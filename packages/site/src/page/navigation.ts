import type { Customization } from '../customization/settings.ts';
import { emojiOf } from '../document/data.ts';
import { type Child, classes, Html, h, join } from '../html/html.ts';
import { icon, namedIcon } from '../html/icons.ts';
import { isAbsolute } from '../html/url.ts';
import { messagesFor } from '../language/messages.ts';
import { brand, headerLinks, linkTo, searchButton, switcher, themeToggle } from './header.ts';
import type { Navigation, NavigationItem, SiteFrame } from './model.ts';

/** Beyond this many entries, only the branch that the reader is in is there whole. */
const MOST_ENTRIES = 800;

const countOf = (items: readonly NavigationItem[]): number =>
  items.reduce((count, item) => count + 1 + countOf(item.children), 0);

/** What an item looks like on a page. */
interface Standing {
  readonly isCurrent: boolean;
  /** It is the page, or the page stands in it. */
  readonly isOpen: boolean;
}

const elsewhere: Standing = { isCurrent: false, isOpen: false };

/** Writes an item around what was written of those below it. */
type Write = (item: NavigationItem, below: string, standing: Standing) => string;

/** An item, where it is written among those beside it, and what is written below it while the reader is elsewhere. */
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

const writing =
  (customization: Customization, isPruned: boolean): Write =>
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

/** The items of a navigation, written once: a page only writes anew what it stands in. */
export function prepareNavigation(
  items: readonly NavigationItem[],
  customization: Customization,
): Navigation {
  const write = writing(customization, countOf(items) > MOST_ENTRIES);
  const entries = new Map<string, Entry>();
  let size = 0;
  const writeAll = (below: readonly NavigationItem[], parent: Entry | undefined): string => {
    let out = '';
    for (const item of below) {
      const entry: Entry = { item, parent, start: out.length, end: 0, below: '' };
      if (!entries.has(item.id)) entries.set(item.id, entry);
      entry.below = writeAll(item.children, entry);
      out += write(item, entry.below, elsewhere);
      entry.end = out.length;
    }
    size += out.length;
    return out;
  };
  const top = writeAll(items, undefined);
  /** All of the list, with another text for one item in it. */
  const around = ({ parent, start, end }: Entry, written: string): string => {
    const beside = parent ? parent.below : top;
    const all = beside.slice(0, start) + written + beside.slice(end);
    return parent ? around(parent, write(parent.item, all, { isCurrent: false, isOpen: true })) : all;
  };
  return {
    size,
    at(id) {
      const entry = id === undefined ? undefined : entries.get(id);
      return join(
        list(entry ? around(entry, write(entry.item, entry.below, { isCurrent: true, isOpen: true })) : top),
      );
    },
  };
}

/** The tree of pages. On a narrow screen it is what the menu button opens, without any script. */
export function renderNavigation(frame: SiteFrame, current: string | undefined): Child {
  const messages = messagesFor(frame.locale);
  const { styling, header } = frame.customization;
  const isAlone = header.preset === 'none';
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
      isAlone && brand(frame),
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
    isAlone &&
      h(
        'div',
        { class: 'sidebar-tools' },
        searchButton(frame, messages),
        switcher(frame.languages, messages.language, 'language'),
        themeToggle(frame, messages),
      ),
    headerLinks(frame, 'sidebar-links'),
    switcher(frame.variants, messages.version, 'version'),
    h(
      'nav',
      { class: `nav nav-${styling.sidebar.list}`, 'aria-label': messages.pages },
      frame.navigation.at(current),
    ),
    frame.customization.trademark.enabled &&
      h('p', { class: 'trademark' }, messages.poweredBy.replace('{name}', 'Lectern')),
  );
}
