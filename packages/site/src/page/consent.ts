import { type Child, h } from '../html/html.ts';
import { icon } from '../html/icons.ts';
import { namedIcon } from '../html/named-icons.ts';
import { type Messages, messagesFor } from '../language/messages.ts';
import { linkTo } from './header.ts';
import type { SiteLayout } from './model.ts';

const hasConsent = ({ integrations }: SiteLayout): boolean => (integrations?.cookieScripts.length ?? 0) > 0;

/** The question for consent to cookies, which the script shows to readers who have not answered it. */
export function consentBanner(site: SiteLayout): Child {
  if (!hasConsent(site)) return false;
  const messages = messagesFor(site.locale);
  const policy = site.customization.privacyPolicy?.url;
  const answer = (value: 'yes' | 'no', label: string): Child =>
    h('button', { type: 'button', class: 'button button-secondary', 'data-consent': value }, label);
  return h(
    'aside',
    { class: 'consent', 'aria-label': messages.cookies, hidden: true },
    h(
      'p',
      null,
      messages.cookiesQuestion,
      policy && [' ', h('a', linkTo(policy, site), messages.privacyPolicy)],
    ),
    h('div', null, answer('yes', messages.cookiesAccept), answer('no', messages.cookiesReject)),
  );
}

/** The button that asks for consent again. */
export const consentButton = (site: SiteLayout, messages: Messages): Child =>
  hasConsent(site) &&
  h('button', { type: 'button', class: 'consent-again needs-script' }, messages.cookieSettings);

/** Icons that assistants can name; others have an image, or the first letter of their name. */
const ASSISTANT_ICONS = [
  'robot',
  'comment',
  'comments',
  'message',
  'headset',
  'circle-question',
  'life-ring',
  'brain',
  'bolt',
  'lightbulb',
];

/** The button of an assistant that an integration registers. */
export const assistantTemplate = (site: SiteLayout, messages: Messages): Child =>
  site.integrations &&
  h(
    'template',
    { id: '~assistant' },
    h(
      'button',
      { type: 'button', class: 'assistant-button', 'data-label': messages.askAssistant },
      h('span', { class: 'assistant-icon', 'aria-hidden': 'true' }),
      h('span', { class: 'assistant-name' }),
    ),
    h('span', { 'data-icon': 'sparkles' }, icon('wand')),
    ASSISTANT_ICONS.map((name) => h('span', { 'data-icon': name }, namedIcon(name))),
  );
