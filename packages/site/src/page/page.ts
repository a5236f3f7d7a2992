import { defaultLayout } from '@lectern/document';
import type { Customization } from '../customization/settings.ts';
import { type Child, classes, h } from '../html/html.ts';
import { icon } from '../html/icons.ts';
import { directionOf, fill, type Messages, messagesFor } from '../language/messages.ts';
import { fullCover, renderArticle, renderOutline } from './article.ts';
import { type Head, renderHead } from './head.ts';
import { contentLink, menuButton, renderHeader, searchButton, themedImage } from './header.ts';
import type { Link, PageModel, SearchResult, SiteFrame } from './model.ts';
import { renderNavigation } from './navigation.ts';

/** A line for everybody, above all else. */
function announcement(frame: SiteFrame, messages: Messages): Child {
  const given = frame.customization.announcement;
  if (!given?.enabled) return false;
  const style = ['success', 'warning', 'danger'].includes(given.style) ? given.style : 'primary';
  return h(
    'aside',
    { class: `announcement tone-${style}`, 'aria-label': messages.announcement },
    h('span', null, given.message, given.link && [' ', contentLink(given.link, frame)]),
  );
}

/** Says that others see something else, or nothing. */
const previewNotice = (frame: SiteFrame, messages: Messages): Child =>
  frame.preview &&
  h(
    'aside',
    { class: 'announcement tone-warning', 'aria-label': messages.preview },
    h('span', null, messages.preview, ' ', h('a', { href: frame.preview.leave }, messages.leavePreview)),
  );

/** What stands at the end of every page. */
function siteFooter(frame: SiteFrame, messages: Messages): Child {
  const { footer } = frame.customization;
  const isEmpty = footer.groups.length === 0 && !footer.copyright && !footer.logo;
  if (isEmpty) return false;
  return h(
    'footer',
    { class: 'footer', 'aria-label': messages.footer },
    h(
      'div',
      { class: 'footer-inner' },
      (footer.logo || footer.copyright) &&
        h(
          'div',
          { class: 'footer-own' },
          footer.logo && themedImage(footer.logo, frame.title, 'logo'),
          footer.copyright && h('p', null, footer.copyright),
        ),
      footer.groups.map((group) =>
        h(
          'div',
          { class: 'footer-group' },
          group.title && h('p', { class: 'footer-title' }, group.title),
          h(
            'ul',
            null,
            group.links.map((link) => h('li', null, contentLink(link, frame))),
          ),
        ),
      ),
    ),
  );
}

/** The dialog of the search, which the script opens. */
const searchDialog = (frame: SiteFrame, messages: Messages): Child =>
  h(
    'dialog',
    {
      class: 'search-dialog',
      'data-endpoint': frame.search.endpoint,
      'data-empty': messages.searchEmpty,
      'data-failed': messages.searchFailed,
      'aria-label': messages.search,
    },
    h(
      'form',
      { role: 'search', action: frame.search.page, method: 'get' },
      icon('search'),
      h('input', {
        type: 'search',
        name: 'q',
        autocomplete: 'off',
        placeholder: messages.searchPlaceholder,
        'aria-label': messages.searchPlaceholder,
        role: 'combobox',
        'aria-autocomplete': 'list',
        'aria-expanded': 'false',
        'aria-controls': '~results',
      }),
      h(
        'button',
        { type: 'button', class: 'icon-button', 'data-close': true, 'aria-label': messages.searchClose },
        icon('close'),
      ),
    ),
    h('p', { class: 'search-note', role: 'status', 'data-hint': messages.searchHint }, messages.searchHint),
    h('ul', { class: 'search-results', id: '~results', role: 'listbox', 'aria-label': messages.search }),
  );

const known = <Value extends string>(value: Value, values: readonly Value[]): Value =>
  values.includes(value) ? value : values[0]!;

/** The classes of a body that say what was chosen. */
const bodyClasses = ({ styling, header }: Customization): string | undefined =>
  classes(
    `theme-${known(styling.theme, ['clean', 'muted', 'bold', 'gradient'])}`,
    `header-${known(header.preset, ['default', 'bold', 'contrast', 'custom', 'none'])}`,
    styling.links === 'accent' && 'links-accent',
    styling.search === 'prominent' && 'search-prominent',
    styling.depth === 'flat' && 'flat',
    `icons-${known(styling.icons ?? 'regular', ['regular', 'solid', 'duotone', 'light', 'thin'])}`,
  );

/** A whole document around what a page shows. */
function renderShell(
  frame: SiteFrame,
  head: Head,
  parts: {
    readonly main: Child;
    readonly outline?: Child;
    readonly above?: Child;
    readonly navigation?: Child;
    readonly isWide?: boolean;
    readonly view?: string | undefined;
  },
): string {
  const messages = messagesFor(frame.locale);
  const { themes, header, trademark } = frame.customization;
  const theme = known(themes.default, ['light', 'dark', 'system']);
  const body = h(
    'body',
    { class: bodyClasses(frame.customization) },
    h('a', { class: 'skip', href: '#~content' }, messages.skipToContent),
    previewNotice(frame, messages),
    announcement(frame, messages),
    header.preset !== 'none'
      ? renderHeader(frame, Boolean(parts.navigation))
      : h('div', { class: 'mini-bar' }, menuButton(messages), searchButton(frame, messages)),
    parts.above,
    h(
      'div',
      { class: classes('layout', !parts.navigation && 'no-sidebar', parts.isWide && 'layout-wide') },
      parts.navigation,
      h('main', { class: 'main', id: '~content', tabindex: -1 }, parts.main),
      parts.outline && h('aside', { class: 'rail' }, parts.outline),
    ),
    siteFooter(frame, messages),
    !parts.navigation &&
      trademark.enabled &&
      h('p', { class: 'trademark' }, fill(messages.poweredBy, { name: 'Lectern' })),
    searchDialog(frame, messages),
    h(
      'dialog',
      { class: 'zoom-dialog', 'aria-label': messages.enlarge },
      h(
        'button',
        { type: 'button', class: 'icon-button', 'data-close': true, 'aria-label': messages.close },
        icon('close'),
      ),
    ),
  );
  const html = h(
    'html',
    {
      lang: frame.language,
      dir: directionOf(frame.language),
      'data-theme': theme,
      'data-toggle': themes.toggeable,
      'data-view': parts.view,
    },
    renderHead(frame, head),
    body,
  );
  return `<!doctype html>\n${html}\n`;
}

/** A page of a site, whole. */
export function renderPage(frame: SiteFrame, page: PageModel): string {
  const layout = { ...defaultLayout, ...page.layout };
  const messages = messagesFor(frame.locale);
  return renderShell(
    frame,
    {
      title: page.title,
      description: page.description,
      metadata: page.metadata,
      breadcrumbs: page.breadcrumbs,
      updatedAt: page.updatedAt,
      blocks: page.blocks,
    },
    {
      navigation: layout.tableOfContents && renderNavigation(frame, page.id),
      above: fullCover(page, layout),
      main: renderArticle(page, frame, layout),
      outline: layout.outline && layout.width !== 'wide' && renderOutline(page, messages),
      isWide: layout.width === 'wide',
      view: page.view,
    },
  );
}

/** What is answered where there is no page. */
export function renderNotFound(frame: SiteFrame, suggestions: readonly Link[]): string {
  const messages = messagesFor(frame.locale);
  const main = h(
    'article',
    { class: 'article not-found' },
    h('p', { class: 'not-found-code', 'aria-hidden': 'true' }, '404'),
    h('h1', null, messages.notFoundTitle),
    h('p', { class: 'page-description' }, messages.notFoundText),
    suggestions.length > 0 && [
      h('p', null, messages.notFoundSuggestions),
      h(
        'div',
        { class: 'tiles' },
        suggestions.map(({ title, href }) =>
          h(
            'a',
            { class: 'tile', href },
            h('span', { class: 'tile-icon' }, icon('file')),
            h('span', { class: 'tile-text' }, h('span', { class: 'tile-title' }, title)),
            icon('arrow-right', 'tile-end'),
          ),
        ),
      ),
    ],
    h(
      'p',
      { class: 'not-found-home' },
      h('a', { class: 'button button-primary', href: frame.home }, messages.home),
    ),
  );
  return renderShell(
    frame,
    { title: messages.notFoundTitle },
    { navigation: renderNavigation(frame, undefined), main },
  );
}

/** The page of a search and what it found, for readers without a script; `isCut` where there may be more. */
export function renderSearchPage(
  frame: SiteFrame,
  query: string,
  results: readonly SearchResult[],
  isCut = false,
): string {
  const messages = messagesFor(frame.locale);
  const count =
    query !== '' &&
    (results.length > 0
      ? fill(messages.searchCount, { query, count: `${results.length}${isCut ? '+' : ''}` })
      : fill(messages.searchEmpty, { query }));
  const main = h(
    'article',
    { class: 'article search-page' },
    h('h1', null, messages.search),
    h(
      'form',
      { role: 'search', action: frame.search.page, method: 'get', class: 'search-form' },
      h('input', {
        type: 'search',
        name: 'q',
        value: query,
        placeholder: messages.searchPlaceholder,
        'aria-label': messages.searchPlaceholder,
      }),
      h('button', { type: 'submit', class: 'button button-primary' }, messages.search),
    ),
    count && h('p', { class: 'search-count', role: 'status' }, count),
    results.length > 0 &&
      h(
        'ul',
        { class: 'search-results' },
        results.map(({ title, href, place, excerpt }) =>
          h(
            'li',
            null,
            h(
              'a',
              { href },
              place && h('small', null, place),
              h('strong', null, title),
              excerpt && h('span', null, excerpt),
            ),
          ),
        ),
      ),
  );
  return renderShell(
    frame,
    { title: messages.search },
    { navigation: renderNavigation(frame, undefined), main },
  );
}
