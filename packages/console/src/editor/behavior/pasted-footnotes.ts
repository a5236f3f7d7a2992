import { STYLE } from './pasted-styles.ts';

/** The attribute of an element that stands for a footnote: the HTML of the note. */
export const NOTE = 'data-pasted-note';

// Word, LibreOffice, Google Docs and web pages name the two ends of a footnote in elements around the links, too.
const MAX_DEPTH = 4;

const NOTE_ELEMENTS = ['mso-element:footnote', 'mso-element: footnote', 'mso-element:endnote']
  .map((style) => `[${STYLE}*="${style}" i]`)
  .concat('[id^="sdfootnote"]', '[id^="sdendnote"]')
  .join();

/** The anchor that a link leads to in the same document. */
const targetOf = (link: Element): string | undefined =>
  /^(?:file:[^#]*)?#(.+)$/.exec(link.getAttribute('href') ?? '')?.[1];

/** The names under which a link can be reached. */
const namesOf = (link: Element): readonly string[] => {
  const names: string[] = [];
  let element: Element | null = link;
  for (let depth = 0; element && depth < MAX_DEPTH; depth++, element = element.parentElement)
    names.push(...[element.id, element.getAttribute('name') ?? ''].filter((name) => name !== ''));
  return names;
};

/** The element with the text of a note, around the link that leads back to its reference. */
const noteAround = (back: Element, name: string): Element | null => {
  const named = back.closest(`[id="${CSS.escape(name)}"]`);
  return named && named !== back ? named : (back.closest(NOTE_ELEMENTS) ?? back.closest('p, li, div'));
};

/** Removes an element, and what is empty around it then. */
const removeWhole = (element: Element): void => {
  const parent = element.parentElement;
  element.remove();
  const isEmpty = parent?.textContent?.trim() === '' && parent.querySelector('img') === null;
  const isListWithoutNotes = parent?.matches('[data-footnotes], .footnotes') && !parent.querySelector('li');
  if (parent && parent.tagName !== 'BODY' && (isEmpty || isListWithoutNotes)) removeWhole(parent);
};

/**
 * Puts the notes of footnotes where they are referred to, as elements with the attribute `NOTE`. A footnote is two links that
 * lead to each other.
 */
export const placeFootnotes = (body: HTMLElement): void => {
  const links = [...body.querySelectorAll('a[href]')].flatMap((element) => {
    const target = targetOf(element);
    return target === undefined ? [] : [{ element, target, names: namesOf(element) }];
  });
  const byTarget = new Map<string, typeof links>();
  for (const link of links) byTarget.set(link.target, [...(byTarget.get(link.target) ?? []), link]);
  const notes = new Map<Element, string>();
  for (const link of links) {
    const back = link.names
      .flatMap((name) => byTarget.get(name) ?? [])
      .find(({ element, names }) => element !== link.element && names.includes(link.target));
    const isFirst =
      back && link.element.compareDocumentPosition(back.element) & Node.DOCUMENT_POSITION_FOLLOWING;
    const note = isFirst && noteAround(back.element, link.target);
    if (!back || !note || note.contains(link.element)) continue;
    const known = notes.get(note);
    if (known === undefined) {
      back.element.remove();
      notes.set(note, note.innerHTML);
    }
    const place = body.ownerDocument.createElement('span');
    place.setAttribute(NOTE, notes.get(note)!);
    place.textContent = link.element.textContent;
    const raised = link.element.closest('sup');
    (raised?.textContent === link.element.textContent ? raised : link.element).replaceWith(place);
  }
  for (const note of notes.keys()) removeWhole(note);
};
