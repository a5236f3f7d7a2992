import { Html, h } from '../html/html.ts';
import { formatMessage } from '../language/format.ts';
import { messagesFor } from '../language/messages.ts';
import type { ShownAnswer, SiteLayout } from './model.ts';
import { renderNavigation } from './navigation.ts';
import { renderHtmlPage } from './page.ts';

const MAX_LENGTH = 512;

/** Renders the page that answers a question; undefined before one was asked. */
export const renderAskPage = (
  site: SiteLayout,
  action: string,
  question: string,
  answer: ShownAnswer | undefined,
): string => {
  const messages = messagesFor(site.locale);
  const followups = answer?.followups ?? [];
  const main = h(
    'article',
    { class: 'article search-page' },
    h('h1', null, messages.ask),
    h(
      'form',
      { action, method: 'get', class: 'search-form' },
      h('input', {
        type: 'text',
        name: 'q',
        value: question,
        maxlength: String(MAX_LENGTH),
        autocomplete: 'off',
        placeholder: messages.askPlaceholder,
        'aria-label': messages.askPlaceholder,
      }),
      h('button', { type: 'submit', class: 'button button-primary' }, messages.ask),
    ),
    answer &&
      h(
        'section',
        { 'aria-label': messages.askAnswer, role: 'status' },
        answer.content === undefined
          ? h('p', null, formatMessage(messages.askEmpty, { query: question }))
          : h('div', { class: 'prose', dir: 'auto' }, new Html(answer.content)),
      ),
    followups.length > 0 &&
      h(
        'nav',
        { 'aria-label': messages.askRelated },
        h('h2', null, messages.askRelated),
        h(
          'ul',
          null,
          followups.map((text) =>
            h('li', null, h('a', { href: `${action}?q=${encodeURIComponent(text)}`, rel: 'nofollow' }, text)),
          ),
        ),
      ),
  );
  return renderHtmlPage(
    site,
    { title: messages.ask },
    { navigation: renderNavigation(site, undefined), main },
  );
};
