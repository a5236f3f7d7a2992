import { Parser } from 'htmlparser2';
import { type Attributes, escapeHtml, Html, printAttributes } from './html.ts';

const list = (names: string): ReadonlySet<string> => new Set(names.split(' '));

/** The allowed HTML elements. */
const elements = list(
  'a abbr address article aside b bdi bdo big blockquote br caption center cite code col colgroup dd del details dfn div dl dt em ' +
    'figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main mark nav ol p picture pre q s samp section ' +
    'small span strike strong sub summary sup table tbody td tfoot th thead time tr tt u ul var wbr video audio source',
);

/** The allowed elements of MathML Core, and the annotation with the source. */
const mathElements = list(
  'math mrow mi mn mo ms mtext mspace mfrac msqrt mroot mstyle merror mpadded mphantom msub msup msubsup munder mover ' +
    'munderover mmultiscripts mprescripts mtable mtr mtd mlabeledtr menclose semantics annotation',
);

/** Elements that are removed with their content. */
const dropped = list(
  'script style template iframe object embed applet noscript noembed noframes textarea title head svg select xmp plaintext ' +
    'annotation-xml foreignobject',
);

const voids = list('br col hr img source wbr');

const attributes = list(
  'align alt valign width height colspan rowspan span start type reversed value open title lang dir href src datetime cite ' +
    'controls loop muted abbr scope',
);

const mathAttributes = list(
  'display displaystyle scriptlevel mathvariant mathsize mathcolor mathbackground accent accentunder stretchy fence separator ' +
    'form lspace rspace largeop movablelimits symmetric maxsize minsize linethickness columnalign rowalign columnspacing ' +
    'rowspacing columnlines rowlines depth voffset width height encoding xmlns notation alttext side align columnspan rowspan frame',
);

/** An allowlist. */
interface Allowed {
  readonly elements: ReadonlySet<string>;
  readonly attributes: ReadonlySet<string>;
}

const allowedHtml: Allowed = { elements, attributes };
const allowedMath: Allowed = { elements: mathElements, attributes: mathAttributes };

/** The maximum depth of elements; deeper ones lose their tags. */
const MAX_DEPTH = 60;

/** The URL of an address in an attribute; undefined if it leads nowhere. */
export type ResolveAddress = (url: string, attribute: 'href' | 'src') => string | undefined;

const unresolved: ResolveAddress = (url) => url;

function allowedAttributes(
  name: string,
  given: Readonly<Record<string, string>>,
  allowed: Allowed,
  resolve: ResolveAddress = unresolved,
): string {
  const own: Record<string, string | undefined> = {};
  for (const [key, value] of Object.entries(given))
    if (allowed.attributes.has(key)) own[key] = key === 'href' || key === 'src' ? resolve(value, key) : value;
  const added: Attributes =
    name === 'a' ? { rel: 'nofollow noopener' } : name === 'img' ? { loading: 'lazy' } : {};
  return printAttributes({
    ...own,
    ...(name === 'img' && own.alt === undefined ? { alt: '' } : {}),
    ...added,
  });
}

function sanitize(source: string, allowed: Allowed, resolve?: ResolveAddress): Html {
  let out = '';
  const open: { name: string; isAllowed: boolean }[] = [];
  let droppedDepth = 0;
  const parser = new Parser(
    {
      onopentag(name, given) {
        if (dropped.has(name)) droppedDepth++;
        const isAllowed = droppedDepth === 0 && open.length < MAX_DEPTH && allowed.elements.has(name);
        open.push({ name, isAllowed });
        if (isAllowed) out += `<${name}${allowedAttributes(name, given, allowed, resolve)}>`;
      },
      ontext(text) {
        if (droppedDepth === 0) out += escapeHtml(text);
      },
      onclosetag(name) {
        const last = open.pop();
        if (dropped.has(name)) droppedDepth--;
        if (last?.isAllowed && !voids.has(name)) out += `</${name}>`;
      },
    },
    { decodeEntities: true, lowerCaseTags: true, lowerCaseAttributeNames: true },
  );
  parser.write(source);
  parser.end();
  return new Html(out);
}

/** Removes everything from HTML that is not on the allowlist, and resolves its addresses. */
export const sanitizeHtml = (source: string, resolve?: ResolveAddress): Html =>
  sanitize(source, allowedHtml, resolve);

/** Removes everything from MathML that is not on the allowlist. */
export const sanitizeMath = (source: string): Html => sanitize(source, allowedMath);

/** A sanitized inline tag. */
export interface SanitizedTag {
  readonly kind: 'open' | 'close' | 'void';
  readonly name: string;
  readonly html: Html;
}

/** The allowed inline elements. */
const inlineElements = list(
  'a abbr b bdi bdo big br cite code del dfn em font i img ins kbd mark q s samp small span strike strong sub sup time tt u var wbr',
);

/** Sanitizes a single inline tag; undefined if it is not allowed. */
export function sanitizeTag(source: string, resolve?: ResolveAddress): SanitizedTag | undefined {
  const closing = /^<\/([a-z][a-z0-9]*)\s*>$/i.exec(source)?.[1]?.toLowerCase();
  if (closing !== undefined)
    return inlineElements.has(closing)
      ? { kind: 'close', name: closing, html: new Html(`</${closing}>`) }
      : undefined;
  let tag: SanitizedTag | undefined;
  const parser = new Parser({
    onopentag(name, given) {
      if (tag === undefined && inlineElements.has(name))
        tag = {
          kind: voids.has(name) ? 'void' : 'open',
          name,
          html: new Html(`<${name}${allowedAttributes(name, given, allowedHtml, resolve)}>`),
        };
    },
  });
  parser.write(source);
  parser.end();
  return tag;
}
