export { createLiveSaver } from './live-saver.ts';
export { createSwitchingSaver } from './switch-saver.ts';
