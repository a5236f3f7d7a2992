import { Extension } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';

const MANY_BLOCKS = 150;

/** The class of the element of a document with so many blocks. */
export const lengthClass = (blocks: number): string => (blocks > MANY_BLOCKS ? 'is-long' : '');

/**
 * Keeps keys fast in a document with many blocks. Its style draws only the blocks near the screen, and the element around it gets
 * its height, so that the browser does not lay out the screen around it at every key.
 */
export const longDocument = Extension.create({
  name: 'longDocument',
  addProseMirrorPlugins: () => [
    new Plugin({
      props: { attributes: ({ doc }) => ({ class: lengthClass(doc.childCount) }) },
      view: ({ dom }) => {
        const frame = dom.parentElement!;
        const sizes = new ResizeObserver(() => {
          frame.style.setProperty('--text-height', `${dom.offsetHeight}px`);
          frame.classList.toggle('long-text', dom.classList.contains('is-long'));
        });
        sizes.observe(dom);
        return { destroy: () => sizes.disconnect() };
      },
    }),
  ],
});
