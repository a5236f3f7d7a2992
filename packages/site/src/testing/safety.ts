import { Parser } from 'htmlparser2';

/** Elements that a rendered document may hold: nothing that runs, fetches a program or takes over the page. */
const forbidden = new Set(
  'script style object embed applet base meta link frame frameset form textarea select template noscript title'.split(
    ' ',
  ),
);

const addresses = new Set([
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

/** An address without the white space and control characters that browsers drop. */
const asBrowsersRead = (url: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are they.
  url.replace(/[\u0000-\u0020]/g, '');

/** What is dangerous in some HTML; nothing where all is well. */
export function dangersOf(html: string, allowed: readonly string[] = []): readonly string[] {
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
          const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(asBrowsersRead(value))?.[1]?.toLowerCase();
          if (addresses.has(key) && scheme && !['http', 'https', 'mailto', 'tel'].includes(scheme))
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
