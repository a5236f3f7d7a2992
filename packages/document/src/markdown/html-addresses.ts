import { decodeHTMLAttribute } from 'entities';
import { Parser } from 'htmlparser2';
import { type RefCodec, stableRefs } from '../refs.ts';
import { printAttributes } from './html.ts';

/** The use of an address in HTML. */
type HtmlAddressKind = 'link' | 'image';

const kinds: Readonly<Record<string, HtmlAddressKind>> = { href: 'link', src: 'image', srcset: 'image' };

const attribute = /\s(href|src|srcset)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+))/gi;

/** Replaces the addresses in the tags of HTML; the rest of the source is unchanged. */
export function mapHtmlAddresses(
  source: string,
  change: (url: string, kind: HtmlAddressKind) => string,
): string {
  if (source.search(attribute) === -1) return source;
  const out: string[] = [];
  let at = 0;
  const mapTag = (tag: string): string =>
    tag.replace(attribute, (found, name: string, double?: string, single?: string, bare?: string) => {
      const url = decodeHTMLAttribute(double ?? single ?? bare ?? '');
      const key = name.toLowerCase();
      // A list of sources has several addresses.
      const next = key === 'srcset' && /,|\s[\d.]+[wx]\s*$/.test(url) ? url : change(url, kinds[key]!);
      return next === url ? found : printAttributes({ [key]: next });
    });
  const parser = new Parser(
    {
      onopentag() {
        const [start, end] = [parser.startIndex, parser.endIndex + 1];
        // An implied tag has no source of its own.
        if (start < at || source[start] !== '<') return;
        out.push(source.slice(at, start), mapTag(source.slice(start, end)));
        at = end;
      },
    },
    { decodeEntities: false, lowerCaseTags: true, recognizeSelfClosing: false },
  );
  parser.write(source);
  parser.end();
  return out.join('') + source.slice(at);
}

/** The source of raw HTML, with its addresses as the codec prints them. */
export const printHtmlSource = (source: string, refs: RefCodec): string =>
  refs === stableRefs
    ? source
    : mapHtmlAddresses(source, (url, kind) => refs.print(stableRefs.parse(url, kind)));

/** The source of raw HTML as stored: with addresses by id. */
export const storeHtmlSource = (source: string, refs: RefCodec): string =>
  mapHtmlAddresses(source, (url, kind) => stableRefs.print(refs.parse(url, kind)));
