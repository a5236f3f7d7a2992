import { Parser } from 'htmlparser2';
import { type Attributes, escapeText, Html, printAttributes } from './html.ts';

const list = (names: string): ReadonlySet<string> => new Set(names.split(' '));

/** Elements of HTML that only show something. */
const elements = list(
  'a abbr address article aside b bdi bdo big blockquote br caption center cite code col colgroup dd del details dfn div dl dt em ' +
    'figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main mark nav ol p picture pre q s samp section ' +
    'small span strike strong sub summary sup table tbody td tfoot th thead time tr tt u ul var wbr video audio source',
);

/** Elements of MathML Core, and the annotation that keeps what was written. */
const mathElements = list(
  'math mrow mi mn mo ms mtext mspace mfrac msqrt mroot mstyle merror mpadded mphantom msub msup msubsup munder mover ' +
    'munderover mmultiscripts mprescripts mtable mtr mtd mlabeledtr menclose semantics annotation',
);

/** Elements whose content goes with them. */
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

/** One list of what is allowed. */
interface Allowed {
  readonly elements: ReadonlySet<string>;
  readonly attributes: ReadonlySet<string>;
}

const allowedHtml: Allowed = { elements, attributes };
const allowedMath: Allowed = { elements: mathElements, attributes: mathAttributes };

/** How deep elements may stand in each other; deeper ones lose their tags. */
const deepest = 60;

function keptAttributes(name: string, given: Readonly<Record<string, string>>, allowed: Allowed): string {
  const kept: Record<string, string> = {};
  for (const [key, value] of Object.entries(given)) if (allowed.attributes.has(key)) kept[key] = value;
  // An address that fetches or leaves says nothing about where the reader was.
  const more: Attributes =
    name === 'a' ? { rel: 'nofollow noopener' } : name === 'img' ? { loading: 'lazy' } : {};
  return printAttributes({
    ...kept,
    ...(name === 'img' && kept.alt === undefined ? { alt: '' } : {}),
    ...more,
  });
}

function clean(source: string, allowed: Allowed): Html {
  let out = '';
  const open: { name: string; isKept: boolean }[] = [];
  let silent = 0;
  const parser = new Parser(
    {
      onopentag(name, given) {
        if (dropped.has(name)) silent++;
        const isKept = silent === 0 && open.length < deepest && allowed.elements.has(name);
        open.push({ name, isKept });
        if (isKept) out += `<${name}${keptAttributes(name, given, allowed)}>`;
      },
      ontext(text) {
        if (silent === 0) out += escapeText(text);
      },
      onclosetag(name) {
        const last = open.pop();
        if (dropped.has(name)) silent--;
        if (last?.isKept && !voids.has(name)) out += `</${name}>`;
      },
    },
    { decodeEntities: true, lowerCaseTags: true, lowerCaseAttributeNames: true },
  );
  parser.write(source);
  parser.end();
  return new Html(out);
}

/** HTML with everything taken out that is not known to do nothing but show. */
export const sanitizeHtml = (source: string): Html => clean(source, allowedHtml);

/** MathML, likewise. */
export const sanitizeMath = (source: string): Html => clean(source, allowedMath);

/** One tag in a line of text. */
export interface CleanTag {
  readonly kind: 'open' | 'close' | 'void';
  readonly name: string;
  readonly html: Html;
}

/** Elements that may stand in a line. */
const inLine = list(
  'a abbr b bdi bdo big br cite code del dfn em font i img ins kbd mark q s samp small span strike strong sub sup time tt u var wbr',
);

/** A single tag out of a line of text, where it is one that may stand there. */
export function sanitizeTag(source: string): CleanTag | undefined {
  const closing = /^<\/([a-z][a-z0-9]*)\s*>$/i.exec(source)?.[1]?.toLowerCase();
  if (closing !== undefined)
    return inLine.has(closing)
      ? { kind: 'close', name: closing, html: new Html(`</${closing}>`) }
      : undefined;
  let tag: CleanTag | undefined;
  const parser = new Parser({
    onopentag(name, given) {
      if (tag === undefined && inLine.has(name))
        tag = {
          kind: voids.has(name) ? 'void' : 'open',
          name,
          html: new Html(`<${name}${keptAttributes(name, given, allowedHtml)}>`),
        };
    },
  });
  parser.write(source);
  parser.end();
  return tag;
}
