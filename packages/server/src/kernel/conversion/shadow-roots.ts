import type { Dom, DomElement } from './dom.ts';

const SHADOW_ROOT = 'template[shadowrootmode]';
// Shadow roots can contain others.
const MAX_DEPTH = 20;

/** Replaces declarative shadow roots by their content, as a browser shows it: with the children of their element in the slot. */
export const unwrapShadowRoots = (document: Dom): void => {
  for (let depth = 0; depth < MAX_DEPTH; depth++) {
    const found = [...document.querySelectorAll(SHADOW_ROOT)];
    if (found.length === 0) return;
    for (const template of found) unwrapShadowRoot(document, template);
  }
};

const unwrapShadowRoot = (document: Dom, template: DomElement): void => {
  const content = document.createElement('div');
  content.innerHTML = template.innerHTML;
  const host = template.parentElement;
  const slot = content.querySelector('slot:not([name])');
  const others = [...(host?.childNodes ?? [])].filter((child) => (child as unknown) !== template);
  // A named slot shows children that name it; they stay beside the content.
  if (slot && others.some((child) => child.textContent?.trim())) slot.replaceWith(...others);
  template.replaceWith(...content.childNodes);
};
