// Frames of integrations: told what they are to show once they are ready, and given the room that they ask for.
const frames = () => [...document.querySelectorAll('iframe[data-webframe]')];
const LARGEST = 4000;

// They have no origin that could be named, and are told nothing that does not stand in the page.
const tell = (frame) => frame.contentWindow?.postMessage({ state: JSON.parse(frame.dataset.webframe) }, '*');

// What has a ratio is as high as its width allows, and no higher than it asks for: older ones call that `maxHeight`.
const fit = ({ style }, { aspectRatio, height, maxHeight }) => {
  const tall = [height, maxHeight].find((one) => one > 0);
  const hasRatio = aspectRatio > 0;
  if (!tall && !hasRatio) return;
  style.maxHeight = `${Math.min(tall ?? LARGEST, LARGEST)}px`;
  style.height = hasRatio ? 'auto' : style.maxHeight;
  style.aspectRatio = hasRatio ? String(aspectRatio) : 'auto';
};

// What is embedded in many places speaks in JSON: `{"context":"iframe.resize","height":1}`.
const read = (data) => {
  if (typeof data !== 'string') return data;
  try {
    return JSON.parse(data);
  } catch {
    return undefined;
  }
};

addEventListener('message', ({ source, data }) => {
  const frame = frames().find((one) => one.contentWindow === source);
  if (!frame) return;
  const said = read(data);
  const { action, size } = said?.action ?? {};
  if (action === '@webframe.ready') tell(frame);
  if (action === '@webframe.resize') fit(frame, size ?? {});
  if (said?.context === 'iframe.resize') fit(frame, { height: said.height });
});
// Those that were ready before anybody listened.
for (const frame of frames()) tell(frame);
