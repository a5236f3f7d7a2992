import type { parseHTML } from 'linkedom';

/** A parsed HTML document. */
export type Dom = ReturnType<typeof parseHTML>['document'];

/** An element of a parsed HTML document. */
export type DomElement = NonNullable<ReturnType<Dom['querySelector']>>;

/** Text in one line, without zero-width spaces. */
export const oneLine = (text: string | null | undefined): string =>
  (text ?? '').replaceAll(/[\s\u200b]+/g, ' ').trim();

/** The words of an element in one line, with a space between elements. */
export const wordsOf = (element: DomElement): string => {
  const parts: string[] = [];
  const read = (node: { childNodes: Iterable<unknown> }): void => {
    for (const child of node.childNodes as Iterable<DomElement>) {
      if (child.nodeType === 3) parts.push(child.textContent ?? '');
      else if (child.nodeType === 1) {
        // The titles of code and tabs are attributes.
        const title = /^(?:PRE|LECTERN-TAB)$/.test(child.tagName) ? child.getAttribute('title') : undefined;
        parts.push(` ${title ?? ''} `);
        read(child);
        parts.push(' ');
      }
    }
  };
  read(element);
  return oneLine(parts.join(''));
};

/** The classes of an element. */
export const classOf = (element: DomElement): string => element.getAttribute('class') ?? '';

/** Replaces an element by its children. */
export const unwrap = (element: DomElement): void => element.replaceWith(...element.childNodes);

/** The ancestors of an element below a container, nearest first. */
export const ancestorsBelow = (element: DomElement, container: DomElement): DomElement[] => {
  const found: DomElement[] = [];
  for (let at = element.parentElement; at && at !== container; at = at.parentElement) found.push(at);
  return found;
};
