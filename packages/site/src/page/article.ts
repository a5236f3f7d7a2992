import type { PageLayout } from '@lectern/document';
import { emojiOf } from '../document/data.ts';
import { type Child, classes, Html, h } from '../html/html.ts';
import { icon } from '../html/icons.ts';
import { namedIcon } from '../html/named-icons.ts';
import { absoluteUrl } from '../html/url.ts';
import { formatDate, formatMessage } from '../language/format.ts';
import { type Messages, messagesFor } from '../language/messages.ts';
import type { PageModel, SiteLayout } from './model.ts';

const breadcrumbs = (page: PageModel, messages: Messages): Child =>
  page.breadcrumbs &&
  page.breadcrumbs.length > 0 &&
  h(
    'nav',
    { class: 'breadcrumbs', 'aria-label': messages.breadcrumbs },
    h(
      'ol',
      null,
      page.breadcrumbs.map(({ title, href }) =>
        h('li', null, href === undefined ? h('span', null, title) : h('a', { href }, title)),
      ),
    ),
  );

/** The cover heights of the style sheet; the height of a page is rounded up. */
const COVER_HEIGHTS = [120, 240, 420, 700];

function cover(page: PageModel, layout: PageLayout): Child {
  if (!page.cover || !layout.cover) return false;
  const height = COVER_HEIGHTS.find((one) => one >= (page.cover!.height ?? 240)) ?? 700;
  const { src, srcDark } = page.cover;
  const image = (href: string, theme?: string): Child =>
    h('img', { src: href, alt: '', class: classes(theme), fetchpriority: 'high' });
  return h(
    'div',
    // A cover behind the page is shown above it, with its full width.
    { class: `cover cover-${layout.coverSize === 'hero' ? 'hero' : 'full'} cover-${height}` },
    srcDark ? [image(src, 'when-light'), image(srcDark, 'when-dark')] : image(src),
  );
}

/** The page actions menu. */
function actions(page: PageModel, site: SiteLayout, messages: Messages): Child {
  const { pageActions } = site.customization;
  const { markdown, url, rss } = page.metadata;
  const question = encodeURIComponent(
    `Read ${markdown ? absoluteUrl(markdown, url) : url} and answer questions about it.`,
  );
  const items: Child[] = [
    pageActions.markdown &&
      markdown && [
        h(
          'button',
          { type: 'button', class: 'needs-script', 'data-copy-page': markdown, 'data-done': messages.copied },
          icon('copy'),
          h('span', null, messages.copyPage),
        ),
        h('a', { href: markdown }, icon('file'), h('span', null, messages.viewMarkdown)),
      ],
    pageActions.externalAI && [
      h(
        'a',
        { href: `https://chatgpt.com/?q=${question}`, target: '_blank', rel: 'noopener' },
        icon('arrow-up-right'),
        h('span', null, messages.openInChatgpt),
      ),
      h(
        'a',
        { href: `https://claude.ai/new?q=${question}`, target: '_blank', rel: 'noopener' },
        icon('arrow-up-right'),
        h('span', null, messages.openInClaude),
      ),
    ],
    pageActions.mcp &&
      page.actions?.mcp &&
      h('a', { href: page.actions.mcp }, icon('puzzle'), h('span', null, messages.connectMcp)),
    page.actions?.pdf &&
      h(
        'a',
        { href: page.actions.pdf, rel: 'nofollow' },
        icon('download'),
        h('span', null, messages.exportPdf),
      ),
    page.actions?.pdfOfAll &&
      h(
        'a',
        { href: page.actions.pdfOfAll, rel: 'nofollow' },
        icon('download'),
        h('span', null, messages.exportAllAsPdf),
      ),
    rss && h('a', { href: rss }, icon('rss'), h('span', null, messages.rssFeed)),
    page.actions?.edit &&
      h('a', { href: page.actions.edit }, icon('edit'), h('span', null, messages.editPage)),
  ];
  if (items.every((item) => !item)) return false;
  return h(
    'details',
    { class: 'menu page-actions' },
    h(
      'summary',
      { class: 'button button-secondary button-small' },
      messages.pageActions,
      icon('chevron-down', 'menu-mark'),
    ),
    h('div', { class: 'menu-body' }, items),
  );
}

function pageHead(page: PageModel, site: SiteLayout, layout: PageLayout, messages: Messages): Child {
  const mark = page.emoji
    ? h('span', { class: 'page-emoji', 'aria-hidden': 'true' }, emojiOf(page.emoji))
    : namedIcon(page.icon, 'page-icon');
  return h(
    'header',
    { class: 'page-head' },
    layout.title && breadcrumbs(page, messages),
    h(
      'div',
      { class: 'page-title' },
      h('h1', { class: classes(!layout.title && 'sr-only') }, mark, page.title),
      layout.title && layout.actions && actions(page, site, messages),
    ),
    layout.description && page.description && h('p', { class: 'page-description' }, page.description),
  );
}

/** The pages below an empty page. */
const children = (page: PageModel): Child =>
  page.children &&
  page.children.length > 0 &&
  h(
    'div',
    { class: 'tiles' },
    page.children.map(
      (child) =>
        child.href !== undefined &&
        h(
          'a',
          { class: 'tile', href: child.href },
          h(
            'span',
            { class: 'tile-icon' },
            child.emoji ? emojiOf(child.emoji) : (namedIcon(child.icon) ?? icon('file')),
          ),
          h('span', { class: 'tile-text' }, h('span', { class: 'tile-title' }, child.title)),
          icon('arrow-right', 'tile-end'),
        ),
    ),
  );

const pagination = (page: PageModel, messages: Messages): Child =>
  (page.previous || page.next) &&
  h(
    'nav',
    { class: 'pagination', 'aria-label': messages.pagination },
    page.previous &&
      h(
        'a',
        { class: 'turn-page', href: page.previous.href, rel: 'prev' },
        icon('arrow-left', 'mirrored'),
        h('span', null, h('small', null, messages.previous), page.previous.title),
      ),
    page.next &&
      h(
        'a',
        { class: 'turn-page turn-next', href: page.next.href, rel: 'next' },
        h('span', null, h('small', null, messages.next), page.next.title),
        icon('arrow-right', 'mirrored'),
      ),
  );

const ratings = [
  ['bad', 'feedbackBad'],
  ['ok', 'feedbackOk'],
  ['good', 'feedbackGood'],
] as const;

const MAX_COMMENT_LENGTH = 512;

/** The feedback form, which the script submits in the background. */
const feedback = (page: PageModel, messages: Messages): Child =>
  page.feedback &&
  h(
    'form',
    {
      class: 'feedback',
      method: 'post',
      action: page.feedback.action,
      'data-feedback': true,
      'data-done': messages.feedbackThanks,
    },
    page.feedback.isThanked
      ? h('p', { role: 'status' }, messages.feedbackThanks)
      : [
          h('span', { id: '~feedback' }, messages.feedbackQuestion),
          h(
            'details',
            { class: 'feedback-comment' },
            h('summary', null, messages.feedbackComment),
            h('input', {
              name: 'comment',
              maxlength: MAX_COMMENT_LENGTH,
              autocomplete: 'off',
              'aria-label': messages.feedbackComment,
            }),
          ),
          h(
            'span',
            { role: 'group', 'aria-labelledby': '~feedback', class: 'feedback-choices' },
            ratings.map(([value, label]) =>
              h(
                'button',
                { type: 'submit', name: 'rating', value, class: 'button button-secondary button-small' },
                messages[label],
              ),
            ),
          ),
        ],
  );

/** Renders the main part of a page: header, body and footer. */
export function renderArticle(page: PageModel, site: SiteLayout, layout: PageLayout): Child {
  const messages = messagesFor(site.locale);
  const date = page.updatedAt && formatDate(site.locale, page.updatedAt, 'full');
  const hasPagination = site.customization.pagination.enabled && layout.pagination;
  return h(
    'article',
    { class: classes('article', layout.width === 'wide' && 'article-wide') },
    layout.coverSize === 'hero' && cover(page, layout),
    pageHead(page, site, layout, messages),
    h('div', { class: 'prose', dir: 'auto' }, new Html(page.body), children(page)),
    h(
      'footer',
      { class: 'page-foot' },
      hasPagination && pagination(page, messages),
      h(
        'div',
        { class: 'page-facts' },
        site.customization.feedback.enabled && feedback(page, messages),
        layout.metadata && date && h('p', { class: 'updated' }, formatMessage(messages.updated, { date })),
      ),
    ),
  );
}

/** A cover with the full width of the page. */
export const fullCover = (page: PageModel, layout: PageLayout): Child =>
  layout.coverSize !== 'hero' && cover(page, layout);

/** Renders the outline of a page. */
export const renderOutline = (page: PageModel, messages: Messages): Child =>
  page.outline.length > 1 &&
  h(
    'nav',
    { class: 'outline', 'aria-labelledby': '~outline' },
    h('p', { class: 'outline-title', id: '~outline' }, icon('list'), messages.onThisPage),
    h(
      'ul',
      null,
      page.outline.map(({ id, title, level }) =>
        h('li', { class: `outline-${level}` }, h('a', { href: `#${encodeURI(id)}` }, title)),
      ),
    ),
  );
