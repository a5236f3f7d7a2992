import { APP } from './render-context.ts';

let script: Promise<void> | undefined;

const load = (): Promise<void> =>
  new Promise((resolve, reject) => {
    const element = document.createElement('script');
    element.src = `${APP}/diagrams/script.js`;
    element.onload = () => resolve();
    element.onerror = () => reject(new Error('The script that draws diagrams could not be loaded'));
    document.head.append(element);
  });

/** Draws the diagrams of a document with the script of published sites; where that fails, their source stays. */
export const drawDiagrams = async (root: Element): Promise<void> => {
  if (!root.querySelector('.diagram:not(.drawn, .invalid)')) return;
  script ??= load();
  try {
    await script;
  } catch {
    // Another page tries again.
    script = undefined;
    return;
  }
  await (globalThis as { drawDiagrams?: () => Promise<void> }).drawDiagrams?.();
};
