import { emojiOf } from '../document/data.ts';
import { type Child, classes, h } from '../html/html.ts';
import { icon, namedIcon } from '../html/icons.ts';
import { isAbsolute } from '../html/url.ts';
import { messagesFor } from '../language/messages.ts';
import { brand, headerLinks, linkTo, searchButton, switcher, themeToggle } from './header.ts';
import type { NavigationItem, SiteFrame } from './model.ts';

/** Beyond this many entries, only the branch that the reader is in is there whole. */
const MOST_ENTRIES = 800;

const countOf = (items: readonly NavigationItem[]): number =>
  items.reduce((count, item) => count + 1 + countOf(item.children), 0);

/** The ids of a page and of all that it is in. */
export function lineageOf(items: readonly NavigationItem[], id: string): readonly string[] {
  for (const item of items) {
    if (item.id === id) return [id];
    const below = lineageOf(item.children, id);
    if (below.length > 0) return [item.id, ...below];
  }
  return [];
}

/** What goes along through the tree. */
interface Walk {
  readonly frame: SiteFrame;
  readonly current: string | undefined;
  readonly open: ReadonlySet<string>;
  readonly isPruned: boolean;
}

const mark = (item: NavigationItem): Child =>
  item.emoji
    ? h('span', { class: 'emoji', 'aria-hidden': 'true' }, emojiOf(item.emoji))
    : namedIcon(item.icon);

function entry(item: NavigationItem, walk: Walk): Child {
  const isCurrent = item.id === walk.current;
  if (item.type === 'group')
    return h(
      'li',
      { class: 'nav-group' },
      h('span', { class: 'nav-title' }, mark(item), item.title),
      list(item.children, walk),
    );
  const link = h(
    'a',
    { ...linkTo(item.href ?? '', walk.frame), 'aria-current': isCurrent ? 'page' : undefined },
    mark(item),
    h('span', null, item.title),
    item.type === 'link' && isAbsolute(item.href ?? '') && icon('arrow-up-right', 'nav-away'),
  );
  const isOpen = walk.open.has(item.id);
  if (item.children.length === 0 || (walk.isPruned && !isOpen)) return h('li', null, link);
  return h(
    'li',
    { class: 'nav-branch' },
    link,
    h(
      'details',
      { open: isOpen },
      h('summary', { 'aria-label': item.title }, icon('chevron-right', 'turn')),
      list(item.children, walk),
    ),
  );
}

const list = (items: readonly NavigationItem[], walk: Walk): Child =>
  items.length > 0 &&
  h(
    'ul',
    null,
    items.map((item) => entry(item, walk)),
  );

/** The tree of pages. On a narrow screen it is what the menu button opens, without any script. */
export function renderNavigation(frame: SiteFrame, current: string | undefined): Child {
  const messages = messagesFor(frame.locale);
  const { styling, header } = frame.customization;
  const isAlone = header.preset === 'none';
  const walk: Walk = {
    frame,
    current,
    open: new Set(current === undefined ? [] : lineageOf(frame.navigation, current)),
    isPruned: countOf(frame.navigation) > MOST_ENTRIES,
  };
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
      list(frame.navigation, walk),
    ),
    frame.customization.trademark.enabled &&
      h('p', { class: 'trademark' }, messages.poweredBy.replace('{name}', 'Lectern')),
  );
}
