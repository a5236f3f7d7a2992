// Draws the diagrams of a page. Without it, or where a diagram is invalid, its source is shown.
(() => {
  const root = document.documentElement;
  const base = new URL('../diagrams/{version}/', document.currentScript.src);

  // Only the browser knows the colors of the site in the light and the dark theme.
  const colorsIn = (theme) => {
    const probe = document.createElement('i');
    probe.style.colorScheme = theme;
    document.body.append(probe);
    const color = (name) => {
      probe.style.color = `var(--${name})`;
      return getComputedStyle(probe).color;
    };
    const colors = {
      background: color('page'),
      primaryColor: color('primary-soft'),
      primaryTextColor: color('strong'),
      primaryBorderColor: color('link'),
      secondaryColor: color('sunken'),
      secondaryTextColor: color('strong'),
      secondaryBorderColor: color('edge'),
      tertiaryColor: color('sunken'),
      tertiaryTextColor: color('strong'),
      tertiaryBorderColor: color('line'),
      lineColor: color('quiet'),
      textColor: color('text'),
      noteBkgColor: color('warning-soft'),
      noteTextColor: color('strong'),
      noteBorderColor: color('warning'),
      clusterBkg: color('sunken'),
      clusterBorder: color('line'),
      edgeLabelBackground: color('page'),
      titleColor: color('strong'),
    };
    probe.remove();
    return colors;
  };

  const openFrame = (label) =>
    new Promise((resolve, reject) => {
      const frame = document.createElement('iframe');
      frame.className = 'diagram-frame';
      frame.setAttribute('aria-hidden', 'true');
      frame.tabIndex = -1;
      frame.title = label;
      frame.onload = () => resolve(frame.contentWindow);
      frame.onerror = reject;
      frame.src = new URL('frame.html', base);
      document.body.append(frame);
    });

  const canZoom = () => document.querySelector('.zoom-dialog') !== null;

  // As an image: nothing in it can act on the page.
  const imageOf = ({ svg, title, width }, theme, label) => {
    const image = document.createElement('img');
    image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
    image.width = width;
    image.alt = title || label;
    image.className = `when-${theme}`;
    return image;
  };

  // A page that is rendered again, as in the console, does not draw again.
  const MAX_DRAWINGS = 100;
  const drawings = new Map();
  let previous = Promise.resolve();
  const drawingsIn = async (frame, source) => {
    const drawn = [];
    for (const theme of ['light', 'dark'])
      drawn.push({ ...(await frame.drawDiagram(source, colorsIn(theme), theme === 'dark')), theme });
    return drawn;
  };
  const drawingsOf = (frame, source) => {
    if (!drawings.has(source)) {
      // One after another, because the library has one theme at a time.
      const drawn = previous.then(() => drawingsIn(frame, source));
      previous = drawn.catch(() => {});
      drawings.set(source, drawn);
      if (drawings.size > MAX_DRAWINGS) drawings.delete(drawings.keys().next().value);
    }
    return drawings.get(source);
  };

  const draw = async (frame, block) => {
    const code = block.querySelector('.code');
    const source = [...code.querySelectorAll('.line')].map((line) => line.textContent).join('');
    const drawn = await drawingsOf(frame, source);
    if (block.classList.contains('drawn')) return;
    const images = drawn.map((drawing) => imageOf(drawing, drawing.theme, block.dataset.label));
    const button = document.createElement(canZoom() ? 'button' : 'span');
    if (canZoom()) {
      button.type = 'button';
      button.className = 'zoom';
    }
    button.append(...images);
    const picture = document.createElement('div');
    picture.className = 'image';
    picture.append(button);
    const details = document.createElement('details');
    const summary = document.createElement('summary');
    summary.textContent = block.dataset.source;
    details.append(summary, code);
    block.replaceChildren(picture, details);
    block.classList.add('drawn');
  };

  let opening;
  // The images of one diagram, for the editor of the console; rejects if the source is invalid.
  globalThis.diagramImages = async (source, label) => {
    opening ??= openFrame(label);
    const drawn = await drawingsOf(await opening, source);
    return drawn.map((drawing) => imageOf(drawing, drawing.theme, label));
  };

  const drawAll = async () => {
    const blocks = [...document.querySelectorAll('.diagram:not(.drawn, .invalid)')];
    if (blocks.length === 0) return;
    opening ??= openFrame(blocks[0].dataset.label);
    const frame = await opening;
    for (const block of blocks)
      try {
        await draw(frame, block);
      } catch {
        block.classList.add('invalid');
      }
    root.dataset.diagrams = 'drawn';
  };
  globalThis.drawDiagrams = drawAll;
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', drawAll);
  else drawAll();
})();
