import type { DOMOutputSpec } from '@tiptap/pm/model';

/** The element of safe HTML, as the renderers of the site make it. */
export const elementOf = (html: string): Element | undefined => {
  const template = document.createElement('template');
  template.innerHTML = html;
  return template.content.firstElementChild ?? undefined;
};

/** An element with attributes; undefined ones are left out. */
export const element = (
  name: string,
  attributes: Readonly<Record<string, string | undefined>> = {},
  ...children: readonly (Node | string)[]
): HTMLElement => {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes))
    if (value !== undefined) made.setAttribute(attribute, value);
  made.append(...children);
  return made;
};

/** Markup inside of a block that is no part of its content. */
export const decoration = (
  name: string,
  className: string,
  ...children: readonly (Node | string)[]
): DOMOutputSpec => element(name, { class: className, contenteditable: 'false' }, ...children);

/** Class names without the absent ones. */
export const classNames = (...names: readonly (string | false | undefined)[]): string | undefined =>
  names.filter(Boolean).join(' ') || undefined;
