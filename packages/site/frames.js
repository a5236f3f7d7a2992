// Frames of integrations: told what they are to show once they are ready, and given the room that they ask for.
const frames = () => [...document.querySelectorAll('iframe[data-webframe]')];
const LARGEST = 4000;

// They have no origin that could be named, and are told nothing that does not stand in the page.
const tell = (frame) => frame.contentWindow?.postMessage({ state: JSON.parse(frame.dataset.webframe) }, '*');

const fit = (frame, { aspectRatio, height } = {}) => {
  if (aspectRatio > 0) frame.style.aspectRatio = String(aspectRatio);
  if (height > 0) {
    frame.style.aspectRatio = 'auto';
    frame.style.height = `${Math.min(height, LARGEST)}px`;
  }
};

addEventListener('message', ({ source, data }) => {
  const frame = frames().find((one) => one.contentWindow === source);
  const { action, size } = data?.action ?? {};
  if (!frame) return;
  if (action === '@webframe.ready') tell(frame);
  if (action === '@webframe.resize') fit(frame, size);
});
// Those that were ready before anybody listened.
for (const frame of frames()) tell(frame);
