import { type Child, h } from '../html/html.ts';
import { scriptElement } from '../html/script-element.ts';
import { svgFavicon } from '../html/svg-favicon.ts';
import { BRAND_ICON } from './brand-icon.ts';

/** The layout of all sign-in and account pages. */
export interface AccountPageLayout {
  readonly title: string;
  /** The URL of the style sheet. */
  readonly styles: string;
  /** The URL of the script for passkeys, on pages that offer them. */
  readonly script?: string | undefined;
  /** A message at the top of the page. */
  readonly notice?: Notice | undefined;
}

/** A success or error message. */
export interface Notice {
  readonly kind: 'success' | 'danger';
  readonly text: string;
}

/** The CSRF token of a form. */
export interface FormToken {
  readonly name: string;
  readonly value: string;
}

const renderNotice = ({ notice }: AccountPageLayout): Child =>
  notice &&
  h(
    'p',
    {
      class: `console-notice tone-${notice.kind}`,
      role: notice.kind === 'danger' ? 'alert' : 'status',
    },
    notice.text,
  );

/** A sign-in or account page. */
export const accountPage = (
  layout: AccountPageLayout,
  { tools, size }: { readonly tools?: Child; readonly size: 'small' | 'large' },
  ...content: readonly Child[]
): string =>
  `<!doctype html>\n${h(
    'html',
    { lang: 'en', 'data-theme': 'system' },
    h(
      'head',
      null,
      h('meta', { charset: 'utf-8' }),
      h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      h('meta', { name: 'robots', content: 'noindex' }),
      h('title', null, `${layout.title} | Lectern`),
      // Without a favicon, browsers request /favicon.ico.
      svgFavicon(BRAND_ICON),
      h('link', { rel: 'stylesheet', href: layout.styles }),
      layout.script !== undefined && scriptElement(layout.script, ' defer'),
    ),
    h(
      'body',
      null,
      h('a', { class: 'skip', href: '#content' }, 'Skip to content'),
      h(
        'header',
        { class: 'console-header' },
        h('a', { class: 'brand', href: '/' }, 'Lectern'),
        tools && h('nav', { class: 'console-tools', 'aria-label': 'Your account' }, tools),
      ),
      h(
        'main',
        { id: 'content', tabindex: '-1', class: `console-main console-${size}` },
        h('h1', null, layout.title),
        renderNotice(layout),
        content,
      ),
    ),
  )}\n`;

/** A form with the method POST. */
export const postForm = (
  { action, formToken, label }: { action: string; formToken?: FormToken | undefined; label?: string },
  ...fields: readonly Child[]
): Child =>
  h(
    'form',
    { method: 'post', action, ...(label && { 'aria-label': label }) },
    formToken && hidden(formToken.name, formToken.value),
    fields,
  );

/** A form for a passkey, which the script shows and fills in: it gets options from one address and sends the answer to another. */
export const passkeyForm = (
  {
    action,
    options,
    formToken,
    label,
  }: {
    action: string;
    options: string;
    formToken?: FormToken | undefined;
    label: string;
  },
  ...fields: readonly Child[]
): Child =>
  h(
    'form',
    { method: 'post', action, 'data-passkey': options, hidden: true, 'aria-label': label },
    formToken && hidden(formToken.name, formToken.value),
    hidden('credential', ''),
    fields,
    h('p', { class: 'console-notice tone-danger', role: 'alert', hidden: true }),
  );

/** A hidden field. */
export const hidden = (name: string, value: string): Child => h('input', { type: 'hidden', name, value });

/** A text field with its label and an optional hint. */
export const field = (
  label: string,
  attributes: Readonly<Record<string, string | number | boolean | undefined>> & { readonly id: string },
  hint?: string,
): Child => [
  h('label', { for: attributes.id }, label),
  h('input', {
    class: 'console-input',
    ...attributes,
    ...(hint && { 'aria-describedby': `${attributes.id}-hint` }),
  }),
  hint && h('small', { id: `${attributes.id}-hint` }, hint),
];

/** A submit button. */
export const submit = (
  text: string,
  variant: 'primary' | 'secondary' = 'primary',
  attributes: Readonly<Record<string, string>> = {},
): Child => h('button', { type: 'submit', class: `button button-${variant}`, ...attributes }, text);
