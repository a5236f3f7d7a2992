import { classOf, type DomElement, unwrap, wordsOf } from './dom.ts';

/** Elements without text for readers. */
export const INVISIBLE = 'script,style,noscript,template,link,meta';

/** Navigation and page furniture of common generators, which is not part of the text. */
const FURNITURE = [
  'nav',
  '[role="navigation"]',
  '[role="search"]',
  '[role="contentinfo"]',
  '.theme-doc-toc-mobile,.theme-doc-footer,.theme-edit-this-page,.theme-doc-version-badge,.theme-doc-version-banner',
  '.md-source-file,.md-feedback,.md-content__button,.md-code__nav',
  '.VPDocFooter,.VPDocAside',
  '.rst-footer-buttons,.rst-breadcrumbs-buttons,.prev-next-area,.sphinxsidebar,.sourcelink',
  '.td-page-meta,.td-page-meta__lastmod,.feedback--container,#page-feedback',
  '#breadcrumb-section,.page-metadata',
  '.feedback-toolbar,.sl-sidebar,.right-sidebar-container,.pagination-links',
].join(',');
const FURNITURE_LINKS =
  /^(?:edit (?:this page|on \w+)|suggest (?:an )?edits?|(?:view|show|page) (?:page )?source|skip to (?:main )?content|back to top)$/i;
const TABLE_OF_CONTENTS =
  /(?:^|[\s_-])(?:toc|table-?of-?contents|outline|on-this-page|sidebar|contents)(?:[\s_-]|$)/i;
const CONTROL =
  /^(?:cop(?:y|ied!?)(?: (?:code|page|link|command|snippet|to clipboard|as markdown))?|(?:toggle )?word wrap|(?:toggle|close|open)? ?(?:menu|search|theme|sidebar)|share|edit|close|print|yes|no|expand|collapse|show (?:more|less)|on this page|was this (?:page )?helpful\??|give feedback)$/i;
// A button in a sentence is one of its words.
const SENTENCE = 'p,li,td,th,dd,dt,h1,h2,h3,h4,h5,h6,summary,figcaption,blockquote';

/** Elements that have no counterpart in a page; their words are quoted in the report. */
const UNSUPPORTED: Readonly<Record<string, string>> = {
  form: 'form',
  canvas: 'canvas',
  object: 'embedded object',
  svg: 'drawing',
  audio: 'sound',
  dialog: 'dialog',
  'select,textarea,datalist': 'form field',
};
const FORM_TEXT = 'h1,h2,h3,h4,h5,h6,p,pre,ul,ol,table';
const MAX_ICON_SIZE = 64;

/** Removes elements, and tells what was left out with its words. */
const leaveOut = (elements: readonly DomElement[], word: string): string[] => {
  if (elements.length === 0) return [];
  const words = elements.map(wordsOf).filter((text) => text !== '');
  for (const element of elements) element.remove();
  const quoted = words.length > 0 ? `: “${words.join('” “')}”` : '';
  return [`${elements.length} × ${word} left out${quoted}`];
};

/** Whether a video has nothing to play. */
const isEmptyVideo = (video: DomElement): boolean =>
  !video.getAttribute('src') && !video.querySelector('source[src]');

const isIcon = (svg: DomElement): boolean => {
  const size = Number.parseFloat(
    svg.getAttribute('viewBox')?.split(/[\s,]+/)[2] ?? svg.getAttribute('width') ?? '',
  );
  return wordsOf(svg) === '' && (size <= MAX_ICON_SIZE || svg.getAttribute('aria-hidden') === 'true');
};

/** Whether all words are links to parts of the page, or labels of them. */
const isTableOfContents = (element: DomElement): boolean => {
  if (!TABLE_OF_CONTENTS.test(`${classOf(element)} ${element.id}`)) return false;
  const links = [...element.querySelectorAll('a[href]')];
  if (links.length === 0) return false;
  const rest = element.cloneNode(true) as DomElement;
  for (const link of rest.querySelectorAll('a,button,label,summary,h1,h2,h3,h4,h5,h6,.topic-title,.caption'))
    link.remove();
  return (
    /^(?:(?:table of )?contents|on this page|in this (?:article|page))?:?$/i.test(wordsOf(rest)) &&
    links.every((link) => link.getAttribute('href')!.includes('#'))
  );
};

const removeFurniture = (content: DomElement): void => {
  for (const element of content.querySelectorAll(FURNITURE)) element.remove();
  for (const element of content.querySelectorAll('[class],[id]'))
    if (isTableOfContents(element)) element.remove();
  for (const link of content.querySelectorAll('a')) if (FURNITURE_LINKS.test(wordsOf(link))) link.remove();
  for (const aside of content.querySelectorAll('aside'))
    if (wordsOf(aside) === '' && !aside.querySelector('img')) aside.remove();
};

const removeButtons = (content: DomElement): string[] => {
  const unknown: DomElement[] = [];
  for (const button of content.querySelectorAll('button,[role="button"]')) {
    const words = wordsOf(button);
    // A link that looks like a button.
    if (button.tagName === 'A') continue;
    if (words === '' || CONTROL.test(words)) button.remove();
    else if (button.closest(SENTENCE)) unwrap(button);
    else unknown.push(button);
  }
  return leaveOut(unknown, 'button');
};

/** Takes the text out of forms: some pages are one form. */
const unwrapForms = (content: DomElement): void => {
  for (const form of content.querySelectorAll('form')) if (form.querySelector(FORM_TEXT)) unwrap(form);
};

const removeHidden = (content: DomElement): string[] => {
  const hidden = [...content.querySelectorAll('[hidden]')].filter((each) => content.contains(each));
  const isShownLater = (each: DomElement) =>
    each.getAttribute('hidden') === 'until-found' || each.getAttribute('role') === 'tabpanel';
  for (const each of hidden) if (isShownLater(each)) each.removeAttribute('hidden');
  const outer = hidden.filter((each) => !isShownLater(each) && !each.parentElement?.closest('[hidden]'));
  for (const each of outer) if (wordsOf(each) === '') each.remove();
  return leaveOut(
    outer.filter((each) => each.parentElement),
    'hidden element',
  );
};

const removeFooters = (content: DomElement): string[] => {
  const own = [...content.querySelectorAll('footer')].filter(
    (footer) => !footer.closest('blockquote,figure,section,details,aside,td,li,lectern-tab'),
  );
  return leaveOut(
    own.filter((footer) => !footer.parentElement?.closest('footer')),
    'footer',
  );
};

/** Removes what is not part of the text of a page; returns messages about removed words. */
export const removeSurroundings = (content: DomElement): string[] => {
  removeFurniture(content);
  unwrapForms(content);
  const messages = [...removeButtons(content), ...removeHidden(content), ...removeFooters(content)];
  for (const input of content.querySelectorAll('input'))
    if (input.getAttribute('type') !== 'checkbox') input.remove();
  for (const svg of content.querySelectorAll('svg')) if (isIcon(svg)) svg.remove();
  messages.push(...leaveOut([...content.querySelectorAll('video')].filter(isEmptyVideo), 'video'));
  for (const [selector, word] of Object.entries(UNSUPPORTED)) {
    const found = [...content.querySelectorAll(selector)];
    messages.push(
      ...leaveOut(
        found.filter((each) => !each.parentElement?.closest(selector)),
        word,
      ),
    );
  }
  return messages;
};
