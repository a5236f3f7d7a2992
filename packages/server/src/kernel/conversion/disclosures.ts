import { type DomElement, wordsOf } from './dom.ts';

/** Expandable sections that are built of classes: the section, its title, and its body. */
const DISCLOSURES: readonly (readonly [section: string, title: string, body: string])[] = [
  ['.expand-container', '.expand-control', '.expand-content'],
  ['.accordion-item', '.accordion-header', '.accordion-collapse'],
];

const replaceByDetails = (title: DomElement, body: DomElement): void => {
  const document = title.ownerDocument;
  const details = document.createElement('details');
  const summary = document.createElement('summary');
  summary.textContent = wordsOf(title);
  details.append(summary, ...body.childNodes);
  title.replaceWith(details);
  body.remove();
};

/** Replaces the expandable sections of common generators by `<details>`. */
export const replaceDisclosures = (content: DomElement): void => {
  for (const [selector, titleSelector, bodySelector] of DISCLOSURES)
    for (const section of content.querySelectorAll(selector)) {
      const title = section.querySelector(titleSelector);
      const body = section.querySelector(bodySelector);
      if (title && body && !body.contains(title)) replaceByDetails(title, body);
    }
  // A button that shows and hides an element.
  const byId = new Map([...content.querySelectorAll('[id]')].map((each) => [each.id, each]));
  for (const button of content.querySelectorAll('button[aria-controls][aria-expanded]')) {
    const body = byId.get(button.getAttribute('aria-controls')!);
    const heading = button.closest('h1,h2,h3,h4,h5,h6');
    const isWholeHeading = heading && wordsOf(heading) === wordsOf(button);
    const place = isWholeHeading ? heading : button;
    if (body && wordsOf(button) !== '' && wordsOf(body) !== '' && !body.contains(place))
      replaceByDetails(place, body);
  }
};
