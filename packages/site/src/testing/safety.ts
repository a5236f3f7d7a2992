import { Parser } from 'htmlparser2';

/** Elements that a rendered document must not contain. */
const forbidden = new Set(
  'script style object embed applet base meta link frame frameset form textarea select template noscript title'.split(
    ' ',
  ),
);

const URL_ATTRIBUTES = new Set([
  'href',
  'src',
  'action',
  'formaction',
  'poster',
  'data',
  'cite',
  'xlink:href',
  'srcset',
]);

/** Removes the white space and control characters that browsers ignore. */
const normalizeUrl = (url: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are removed.
  url.replace(/[\u0000-\u0020]/g, '');

/** The unsafe elements and attributes in HTML. */
export function unsafeMarkup(html: string, allowed: readonly string[] = []): readonly string[] {
  const found: string[] = [];
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (forbidden.has(name) && !allowed.includes(name)) found.push(`<${name}>`);
        if (name === 'iframe' && !/^https:\/\/[a-z.-]+\/[^"<>]*$/.test(attributes.src ?? ''))
          found.push(`iframe ${attributes.src}`);
        for (const [key, value] of Object.entries(attributes)) {
          if (/^on/i.test(key)) found.push(`${name} ${key}`);
          if (key === 'style' || key === 'srcdoc' || key === 'srcset') found.push(`${name} ${key}=${value}`);
          const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(normalizeUrl(value))?.[1]?.toLowerCase();
          if (URL_ATTRIBUTES.has(key) && scheme && !['http', 'https', 'mailto', 'tel'].includes(scheme))
            found.push(`${key}=${value}`);
        }
      },
    },
    { decodeEntities: true },
  );
  parser.write(html);
  parser.end();
  return found;
}
