import type { Page } from 'playwright-core';
import type { Sample } from '../sample.ts';

/** A screen of the console. */
export interface Screen {
  readonly name: string;
  /** Below `/app`. */
  readonly path: (sample: Sample) => string;
  /** What has to be there before the screen is complete. */
  readonly ready: (page: Page, sample: Sample) => Promise<unknown>;
}
