import { APP } from './page-address.ts';

let script: Promise<void> | undefined;

const load = (): Promise<void> =>
  new Promise((resolve, reject) => {
    const element = document.createElement('script');
    element.src = `${APP}/diagrams/script.js`;
    element.onload = () => resolve();
    element.onerror = () => reject(new Error('The script that draws diagrams could not be loaded'));
    document.head.append(element);
  });

const loadOnce = async (): Promise<void> => {
  script ??= load();
  try {
    await script;
  } catch (error) {
    // Another page tries again.
    script = undefined;
    throw error;
  }
};

interface DiagramScript {
  readonly drawDiagrams: () => Promise<void>;
  readonly diagramImages: (source: string, label: string) => Promise<readonly HTMLImageElement[]>;
}

const loaded = globalThis as unknown as DiagramScript;

/** Draws the diagrams of a document with the script of published sites; where that fails, their source stays. */
export const drawDiagrams = async (root: Element): Promise<void> => {
  if (!root.querySelector('.diagram:not(.drawn, .invalid)')) return;
  try {
    await loadOnce();
  } catch {
    return;
  }
  await loaded.drawDiagrams();
};

/** The images of a diagram for both themes; rejects with a message if its source is invalid. */
export const drawDiagram = async (source: string): Promise<readonly HTMLImageElement[]> => {
  await loadOnce();
  return loaded.diagramImages(source, 'Diagram');
};
