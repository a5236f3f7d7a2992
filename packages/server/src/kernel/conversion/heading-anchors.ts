import { type DomElement, unwrap, wordsOf } from './dom.ts';

const HEADINGS = 'h1,h2,h3,h4,h5,h6';
// What generators show in place of words, or as a name of the link.
const SYMBOLS = /^[\s\u200b#¶§🔗]*$/u;
const ANCHOR_TEXT = /^(?:permalink|anchor|(?:copy )?link(?: to (?:this )?(?:heading|header|section))?)$/i;
const INVISIBLE = '.sr-only,.visually-hidden';

/** The words of a link that people see. */
const visibleWordsOf = (link: DomElement): string => {
  const copy = link.cloneNode(true) as DomElement;
  for (const hidden of copy.querySelectorAll(INVISIBLE)) hidden.remove();
  return wordsOf(copy);
};

const isSelfLink = (link: DomElement): boolean => /^[^?]*#/.test(link.getAttribute('href') ?? '');

const isAnchor = (link: DomElement): boolean => {
  const words = visibleWordsOf(link);
  return isSelfLink(link) && !link.querySelector('img') && (SYMBOLS.test(words) || ANCHOR_TEXT.test(words));
};

/** Removes the links of a heading to itself and its controls, and keeps its anchor as its id. */
export const cleanHeading = (heading: DomElement): void => {
  for (const link of heading.querySelectorAll('a[href]')) {
    const fragment = link.getAttribute('href')!.split('#')[1];
    if (!isSelfLink(link) || !fragment) continue;
    const isWholeHeading = wordsOf(link) === wordsOf(heading);
    if (!isWholeHeading && !isAnchor(link)) continue;
    if (!heading.id) heading.setAttribute('id', fragment);
    if (isWholeHeading && visibleWordsOf(link) !== '') unwrap(link);
    else link.remove();
  }
  const inner = heading.id ? null : heading.querySelector('[id]');
  if (inner) heading.setAttribute('id', inner.id);
  for (const button of heading.querySelectorAll('button'))
    if (wordsOf(button) === wordsOf(heading)) unwrap(button);
  // A heading contains text, not blocks.
  for (const block of heading.querySelectorAll('div,p,section')) {
    block.before(' ');
    unwrap(block);
  }
};

/** Removes the links of headings to themselves, inside of headings and beside them. */
export const removeHeadingAnchors = (content: DomElement): void => {
  for (const heading of content.querySelectorAll(HEADINGS)) cleanHeading(heading);
  for (const link of content.querySelectorAll('a[href^="#"]')) if (isAnchor(link)) link.remove();
};
