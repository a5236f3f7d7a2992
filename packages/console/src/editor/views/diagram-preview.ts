import { drawDiagram } from '../../pages/draw-diagrams.ts';
import { element } from '../schema/dom.ts';

// Long enough that nothing is drawn between two keys.
const PAUSE_MS = 400;

// The first line says where the fault is; the following ones repeat the source.
const faultOf = (error: unknown): string => String((error as Error).message).split('\n', 1)[0]!;

/** The drawing below the source of a diagram. It follows the source when nobody types for a moment. */
export const createDiagramPreview = () => {
  const picture = element('div', { class: 'image' });
  const fault = element('p', { class: 'diagram-fault', role: 'status' });
  const dom = element('div', { class: 'diagram-preview', contenteditable: 'false' }, picture, fault);
  let timer: number | undefined;
  let shown: string | undefined;

  const draw = async (source: string) => {
    let images: readonly HTMLImageElement[] | undefined;
    let message = '';
    try {
      images = await drawDiagram(source);
    } catch (error) {
      message = `This diagram cannot be drawn yet. ${faultOf(error)}`;
    }
    if (source !== shown) return;
    // The last drawing stays while its source is being changed.
    if (images) picture.replaceChildren(...images);
    fault.textContent = message;
  };

  return {
    dom,
    /** Shows the drawing of a source; none without one. */
    update: (source: string | undefined) => {
      if (source === shown) return;
      const isFirst = shown === undefined;
      shown = source;
      window.clearTimeout(timer);
      dom.hidden = source === undefined || source.trim() === '';
      if (source === undefined || dom.hidden) return;
      timer = window.setTimeout(() => void draw(source), isFirst ? 0 : PAUSE_MS);
    },
    end: () => {
      shown = undefined;
      window.clearTimeout(timer);
    },
  };
};
