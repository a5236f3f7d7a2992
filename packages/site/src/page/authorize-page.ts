import { h } from '../html/html.ts';
import { formatMessage } from '../language/format.ts';
import { messagesFor } from '../language/messages.ts';
import type { SiteLayout } from './model.ts';
import { renderNavigation } from './navigation.ts';
import { renderHtmlPage } from './page.ts';

/** A program that asks to read a protected site as the visitor. */
interface AskingProgram {
  /** The name that it gives itself. */
  readonly program: string;
  /** The host that the browser is sent to; undefined for a program on the visitor's computer. */
  readonly host: string | undefined;
}

/** Renders the page on which a visitor lets a program read a protected site. */
export const renderAuthorizePage = (site: SiteLayout, { program, host }: AskingProgram): string => {
  const messages = messagesFor(site.locale);
  const decide = (decision: string, kind: string, text: string) =>
    h('button', { type: 'submit', name: 'decision', value: decision, class: `button ${kind}` }, text);
  const main = h(
    'article',
    { class: 'article search-page' },
    h('h1', null, messages.authorizeTitle),
    h('p', null, formatMessage(messages.authorizeText, { name: program, site: site.title })),
    h(
      'p',
      null,
      host === undefined ? messages.authorizeLocal : formatMessage(messages.authorizeHost, { host }),
    ),
    h(
      'form',
      { method: 'post', class: 'search-form' },
      decide('allow', 'button-primary', messages.allow),
      decide('deny', 'button-secondary', messages.cancel),
    ),
  );
  return renderHtmlPage(
    site,
    { title: messages.authorizeTitle },
    { navigation: renderNavigation(site, undefined), main },
  );
};
