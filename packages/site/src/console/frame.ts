import { type Child, h } from '../html/html.ts';

/** What every page of the console has around it. */
export interface ConsoleLayout {
  readonly title: string;
  /** The address of the style sheet. */
  readonly styles: string;
  /** What just happened, or went wrong. */
  readonly notice?: Notice | undefined;
}

/** A line above a page: said once. */
export interface Notice {
  readonly kind: 'success' | 'danger';
  readonly text: string;
}

/** What a form sends along to show that a page of this server made it. */
export interface FormToken {
  readonly name: string;
  readonly value: string;
}

const notice = ({ notice: told }: ConsoleLayout): Child =>
  told &&
  h(
    'p',
    {
      class: `console-notice tone-${told.kind}`,
      role: told.kind === 'danger' ? 'alert' : 'status',
    },
    told.text,
  );

/** A page of the console; it needs no script. */
export const consolePage = (
  frame: ConsoleLayout,
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
      h('title', null, `${frame.title} | Lectern`),
      h('link', { rel: 'stylesheet', href: frame.styles }),
    ),
    h(
      'body',
      null,
      h('a', { class: 'skip', href: '#content' }, 'Skip to the content'),
      h(
        'header',
        { class: 'console-header' },
        h('a', { class: 'brand', href: '/' }, 'Lectern'),
        tools && h('nav', { class: 'console-tools', 'aria-label': 'Your account' }, tools),
      ),
      h(
        'main',
        { id: 'content', tabindex: '-1', class: `console-main console-${size}` },
        h('h1', null, frame.title),
        notice(frame),
        content,
      ),
    ),
  )}\n`;

/** A form that changes something. */
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

/** A field that nobody sees. */
export const hidden = (name: string, value: string): Child => h('input', { type: 'hidden', name, value });

/** A field with its name above it. */
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

/** The button that sends a form. */
export const submit = (
  text: string,
  look: 'primary' | 'secondary' = 'primary',
  attributes: Readonly<Record<string, string>> = {},
): Child => h('button', { type: 'submit', class: `button button-${look}`, ...attributes }, text);
