// Draws diagrams for the page around the frame.
import mermaid from './mermaid.esm.min.mjs';

let count = 0;

/** Draws a diagram in the given colors; rejects if its source is invalid. */
globalThis.drawDiagram = async (source, colors, isDark) => {
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: 'strict',
    suppressErrorRendering: true,
    theme: 'base',
    themeVariables: { ...colors, darkMode: isDark },
    fontFamily: 'system-ui, sans-serif',
    // HTML in SVG is not shown in images by all browsers.
    htmlLabels: false,
    flowchart: { htmlLabels: false },
  });
  const { svg } = await mermaid.render(`diagram${++count}`, source);
  const parsed = new DOMParser().parseFromString(svg, 'text/html').querySelector('svg');
  const [, , width, height] = parsed.getAttribute('viewBox').split(/[ ,]+/).map(Number);
  parsed.setAttribute('width', Math.ceil(width));
  parsed.setAttribute('height', Math.ceil(height));
  return {
    svg: new XMLSerializer().serializeToString(parsed),
    title: parsed.querySelector('title')?.textContent ?? '',
    width: Math.ceil(width),
  };
};
