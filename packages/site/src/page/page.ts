import { defaultLayout } from '@lectern/document';
import type { Customization } from '../customization/settings.ts';
import { type Child, classes, h } from '../html/html.ts';
import { icon } from '../html/icons.ts';
import { withIconSymbols } from '../html/named-icons.ts';
import { directionOf, formatMessage } from '../language/format.ts';
import { type Messages, messagesFor } from '../language/messages.ts';
import { fullCover, renderArticle, renderOutline } from './article.ts';
import { assistantTemplate, consentBanner, consentButton } from './consent.ts';
import { type Head, renderHead } from './head.ts';
import { contentLink, menuButton, renderHeader, searchButton, themeChoice, themedImage } from './header.ts';
import type { Link, Match, PageModel, PreviewedChange, SearchResult, SiteLayout } from './model.ts';
import { renderNavigation } from './navigation.ts';
import { socialLinks } from './social-accounts.ts';

const oneOf = <Value extends string>(value: Value, values: readonly Value[]): Value =>
  values.includes(value) ? value : values[0]!;

const ANNOUNCEMENT_ICONS = {
  info: 'info',
  success: 'circle-check',
  warning: 'warning',
  danger: 'danger',
} as const;

/** The announcement banner; the script hides it once the reader has closed it. */
function announcement(site: SiteLayout, messages: Messages): Child {
  const given = site.customization.announcement;
  if (!given?.enabled) return false;
  const style = oneOf(given.style, ['info', 'success', 'warning', 'danger']);
  return h(
    'aside',
    { class: `announcement tone-${style}`, 'aria-label': messages.announcement },
    icon(ANNOUNCEMENT_ICONS[style]),
    h('span', null, given.message, given.link && [' ', contentLink(given.link, site)]),
    h(
      'button',
      {
        type: 'button',
        class: 'icon-button needs-script',
        'data-announcement-close': true,
        'aria-label': messages.close,
      },
      icon('close'),
    ),
  );
}

/** The change request of a preview, its author, and the pages that it changes. */
const previewedChange = ({ title, href, author, pages }: PreviewedChange, messages: Messages): Child => [
  h('span', null, h('a', { href }, title), ' ', formatMessage(messages.changeBy, { author })),
  pages.length > 0 &&
    h(
      'details',
      { class: 'menu' },
      h(
        'summary',
        { class: 'button button-secondary button-small' },
        formatMessage(messages.changedPages, { count: String(pages.length) }),
        icon('chevron-down', 'menu-mark'),
      ),
      h(
        'ul',
        { class: 'menu-body' },
        pages.map((page) => h('li', null, h('a', { href: page.href }, page.title))),
      ),
    ),
];

/** The banner of a preview. */
const previewNotice = (site: SiteLayout, messages: Messages): Child =>
  site.preview &&
  h(
    'aside',
    { class: 'announcement tone-warning', 'aria-label': messages.preview },
    site.preview.change && previewedChange(site.preview.change, messages),
    h('span', null, messages.preview, ' ', h('a', { href: site.preview.leave }, messages.leavePreview)),
  );

/** The site footer. */
function siteFooter(site: SiteLayout, messages: Messages): Child {
  const { footer } = site.customization;
  const social = socialLinks(site, 'footer');
  const isEmpty = footer.groups.length === 0 && !footer.copyright && !footer.logo && !social;
  if (isEmpty) return false;
  return h(
    'footer',
    { class: 'footer', 'aria-label': messages.footer },
    h(
      'div',
      { class: 'footer-inner' },
      (footer.logo || footer.copyright || social) &&
        h(
          'div',
          { class: 'footer-own' },
          footer.logo && themedImage(footer.logo, site.title, 'logo'),
          footer.copyright && h('p', null, footer.copyright),
          social,
        ),
      footer.groups.length > 0 &&
        h(
          'div',
          { class: 'footer-groups' },
          footer.groups.map((group) =>
            h(
              'div',
              { class: 'footer-group' },
              group.title && h('p', { class: 'footer-title' }, group.title),
              h(
                'ul',
                null,
                group.links.map((link) => h('li', null, contentLink(link, site))),
              ),
            ),
          ),
        ),
    ),
  );
}

/** Sends the text of a search as a question. */
const askButton = ({ ask }: SiteLayout, messages: Messages): Child =>
  ask && h('button', { type: 'submit', class: 'button', formaction: ask.page }, messages.ask);

/** The search dialog, which the script opens. */
const searchDialog = (site: SiteLayout, messages: Messages): Child =>
  h(
    'dialog',
    {
      class: 'search-dialog',
      'data-endpoint': site.search.endpoint,
      'data-empty': messages.searchEmpty,
      'data-failed': messages.searchFailed,
      'data-pending': messages.searchPending,
      'aria-label': messages.search,
    },
    h(
      'form',
      { role: 'search', action: site.search.page, method: 'get' },
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
      askButton(site, messages),
      h(
        'button',
        { type: 'button', class: 'icon-button', 'data-close': true, 'aria-label': messages.searchClose },
        icon('close'),
      ),
    ),
    h('p', { class: 'search-note', role: 'status', 'data-hint': messages.searchHint }, messages.searchHint),
    h('ul', { class: 'search-results', id: '~results', role: 'listbox', 'aria-label': messages.search }),
  );

/** The dialog for enlarged images. */
const zoomDialog = (messages: Messages): Child =>
  h(
    'dialog',
    { class: 'zoom-dialog', 'aria-label': messages.enlarge },
    h(
      'button',
      { type: 'button', class: 'icon-button', 'data-close': true, 'aria-label': messages.close },
      icon('close'),
    ),
  );

/** The CSS classes of the customization. */
const bodyClasses = ({ styling, header }: Customization): string | undefined =>
  classes(
    `theme-${oneOf(styling.theme, ['clean', 'muted', 'bold', 'gradient'])}`,
    `header-${oneOf(header.preset, ['default', 'bold', 'contrast', 'custom', 'none'])}`,
    styling.links === 'accent' && 'links-accent',
    styling.search === 'prominent' && 'search-prominent',
    styling.depth === 'flat' && 'flat',
    `icons-${oneOf(styling.icons ?? 'regular', ['regular', 'solid', 'duotone', 'light', 'thin'])}`,
  );

/** The theme of a reader who has chosen none: where readers may choose, a light site follows their system. */
const firstTheme = ({ themes }: Customization): 'light' | 'dark' | 'system' => {
  const theme = oneOf(themes.default, ['light', 'dark', 'system']);
  return themes.toggeable && theme === 'light' ? 'system' : theme;
};

/** Renders the HTML document of a page. */
export function renderHtmlPage(
  site: SiteLayout,
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
  const messages = messagesFor(site.locale);
  const { header, trademark, announcement: announced } = site.customization;
  const body = h(
    'body',
    { class: bodyClasses(site.customization) },
    h('a', { class: 'skip', href: '#~content' }, messages.skipToContent),
    consentBanner(site),
    previewNotice(site, messages),
    announcement(site, messages),
    header.preset !== 'none'
      ? renderHeader(site, Boolean(parts.navigation))
      : h('div', { class: 'mini-bar' }, menuButton(messages), searchButton(site, messages)),
    parts.above,
    h(
      'div',
      { class: classes('layout', !parts.navigation && 'no-sidebar', parts.isWide && 'layout-wide') },
      parts.navigation,
      h('main', { class: 'main', id: '~content', tabindex: -1 }, parts.main),
      parts.outline && h('div', { class: 'rail' }, parts.outline),
    ),
    siteFooter(site, messages),
    !parts.navigation &&
      h(
        'div',
        { class: 'page-end' },
        trademark.enabled &&
          h('p', { class: 'trademark' }, formatMessage(messages.poweredBy, { name: 'Lectern' })),
        consentButton(site, messages),
        themeChoice(site, messages),
      ),
    searchDialog(site, messages),
    zoomDialog(messages),
    assistantTemplate(site, messages),
  );
  const html = h(
    'html',
    {
      lang: site.language,
      dir: directionOf(site.language),
      'data-theme': firstTheme(site.customization),
      'data-toggle': site.customization.themes.toggeable,
      'data-announcement': announced?.enabled ? announced.message : undefined,
      'data-view': parts.view,
    },
    renderHead(site, head),
    body,
  );
  return withIconSymbols(`<!doctype html>\n${html}\n`, site.symbolOf);
}

/** Renders a page of a site. */
export function renderPage(site: SiteLayout, page: PageModel): string {
  const layout = { ...defaultLayout, ...page.layout };
  const messages = messagesFor(site.locale);
  return renderHtmlPage(
    site,
    {
      title: page.title,
      description: page.description,
      metadata: page.metadata,
      breadcrumbs: page.breadcrumbs,
      updatedAt: page.updatedAt,
      files: page.files,
    },
    {
      navigation: layout.tableOfContents && renderNavigation(site, page.id),
      above: fullCover(page, layout),
      main: renderArticle(page, site, layout),
      outline: layout.outline && layout.width !== 'wide' && renderOutline(page, messages),
      isWide: layout.width === 'wide',
      view: page.view,
    },
  );
}

/** Renders the 404 page. */
export function renderNotFound(site: SiteLayout, suggestions: readonly Link[]): string {
  const messages = messagesFor(site.locale);
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
      h('a', { class: 'button button-primary', href: site.home }, messages.home),
    ),
  );
  return renderHtmlPage(
    site,
    { title: messages.notFoundTitle },
    { navigation: renderNavigation(site, undefined), main },
  );
}

/** A text with its matches marked. */
const withMarks = (text: string, matches: readonly Match[] = []): Child => {
  const ends = [0, ...matches.map(([, end]) => end)];
  return [
    matches.map(([start, end], at) => [text.slice(ends[at], start), h('mark', null, text.slice(start, end))]),
    text.slice(ends.at(-1)),
  ];
};

/** Renders the search page, for browsers without scripts; `isCut` means that there may be more results. */
export function renderSearchPage(
  site: SiteLayout,
  query: string,
  results: readonly SearchResult[],
  isCut = false,
): string {
  const messages = messagesFor(site.locale);
  const count =
    query !== '' &&
    (results.length > 0
      ? formatMessage(messages.searchCount, { query, count: `${results.length}${isCut ? '+' : ''}` })
      : formatMessage(messages.searchEmpty, { query }));
  const main = h(
    'article',
    { class: 'article search-page' },
    h('h1', null, messages.search),
    h(
      'form',
      { role: 'search', action: site.search.page, method: 'get', class: 'search-form' },
      h('input', {
        type: 'search',
        name: 'q',
        value: query,
        placeholder: messages.searchPlaceholder,
        'aria-label': messages.searchPlaceholder,
      }),
      h('button', { type: 'submit', class: 'button button-primary' }, messages.search),
      askButton(site, messages),
    ),
    count && h('p', { class: 'search-count', role: 'status' }, count),
    results.length > 0 &&
      h(
        'ul',
        { class: 'search-results' },
        results.map(({ title, titleMatches, href, place, heading, headingMatches, excerpt, matches }) =>
          h(
            'li',
            null,
            h(
              'a',
              { href },
              place && h('small', null, place),
              h('strong', null, withMarks(title, titleMatches)),
              heading && h('span', null, h('b', null, withMarks(heading, headingMatches))),
              excerpt && h('span', null, withMarks(excerpt, matches)),
            ),
          ),
        ),
      ),
  );
  return renderHtmlPage(
    site,
    { title: messages.search },
    { navigation: renderNavigation(site, undefined), main },
  );
}
