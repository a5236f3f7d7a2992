import { h } from './html/html.ts';

/** An e-mail with one link, as plain text and as HTML. */
export const renderLinkEmail = (
  before: string,
  url: string,
  after: string,
): { readonly text: string; readonly html: string } => ({
  text: [before, url, after].join('\n\n'),
  html: `<!doctype html>\n${h(
    'html',
    { lang: 'en' },
    h('meta', { charset: 'utf-8' }),
    h('p', null, before),
    h('p', null, h('a', { href: url }, url)),
    h('p', null, h('small', null, after)),
  )}\n`,
});
