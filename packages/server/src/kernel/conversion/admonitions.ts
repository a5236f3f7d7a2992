import type { Element } from 'hast';
import { classesOf, textOf } from './hast.ts';

/** A note, tip or warning. */
interface Admonition {
  readonly style: string;
  /** Its title, unless it is the name of the style. */
  readonly title: string;
  readonly body: Element;
}

const STYLES: readonly (readonly [word: RegExp, style: string])[] = [
  [/danger|error|critical|important/, 'danger'],
  [/warning|caution|attention/, 'warning'],
  [/success|tip/, 'success'],
  [/note|info|hint|seealso/, 'info'],
];
// Confluence calls its warnings notes, and its errors warnings.
const CONFLUENCE_STYLES: readonly (readonly [word: string, style: string])[] = [
  ['confluence-information-macro-warning', 'danger'],
  ['confluence-information-macro-note', 'warning'],
];
const IS_STYLED = /(?:^|\s)(?:admonition|callout|alert|hint|theme-admonition|markdown-alert)(?:[\s-]|$)/;
const IS_ADMONITION =
  /(?:^|\s)(?:admonition|callout|theme-admonition|markdown-alert|custom-block|starlight-aside|nextra-callout|pageinfo|alert|confluence-information-macro)(?:\s|$)/;
const IS_TITLE = /title|heading|header/i;
const STYLE_NAMES: Readonly<Record<string, RegExp>> = {
  danger: /^(?:danger|error|critical)$/i,
  warning: /^(?:warning|caution|attention)$/i,
  success: /^(?:success|tip)$/i,
  info: /^(?:note|info|information)$/i,
};

const styleOf = (element: Element): string | undefined => {
  const classes = classesOf(element);
  const { ariaLabel = '', dataCalloutType = '' } = element.properties;
  const styled = STYLES.find(([word]) =>
    word.test(`${classes} ${ariaLabel} ${dataCalloutType}`.toLowerCase()),
  )?.[1];
  const ofConfluence = CONFLUENCE_STYLES.find(([word]) => classes.includes(word))?.[1];
  if (ofConfluence) return ofConfluence;
  if (element.tagName === 'aside' || IS_ADMONITION.test(classes)) return styled ?? 'info';
  return IS_STYLED.test(classes) ? styled : undefined;
};

const isBlank = (child: Element['children'][number]): boolean =>
  child.type !== 'element' && textOf(child).trim() === '';

/** Takes the title off an element: its first part with text, if its class says so. */
const takeTitle = (element: Element): { title: string; body: Element } => {
  const at = element.children.findIndex((child) => !isBlank(child) && textOf(child).trim() !== '');
  const first = element.children[at];
  if (first?.type !== 'element') return { title: '', body: element };
  if (IS_TITLE.test(classesOf(first)))
    return {
      title: textOf(first).replaceAll(/\s+/g, ' ').trim(),
      body: { ...element, children: element.children.toSpliced(at, 1) },
    };
  // Some generators wrap title and text once more.
  if (
    first.tagName !== 'div' ||
    element.children.some((child) => child !== first && textOf(child).trim() !== '')
  )
    return { title: '', body: element };
  const inner = takeTitle(first);
  return { title: inner.title, body: { ...element, children: element.children.with(at, inner.body) } };
};

/** The admonition that an element is, if it is one. */
export const admonitionOf = (element: Element): Admonition | undefined => {
  const style = styleOf(element);
  if (!style || textOf(element).trim() === '') return undefined;
  const { title, body } = takeTitle(element);
  return { style, title: STYLE_NAMES[style]!.test(title) ? '' : title, body };
};
