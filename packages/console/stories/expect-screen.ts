import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { accessibilityViolations, overflowOf } from '../../site/src/testing/browser.ts';
import { picture } from './writer.testing.ts';

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1280, height: 900 };

/** Expects that a screen is accessible in light and dark, and fits a phone. */
export const expectGoodScreen = async (page: Page, name: string): Promise<void> => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    expect([name, colorScheme, await accessibilityViolations(page)]).toEqual([name, colorScheme, []]);
    await picture(page, `${name}-${colorScheme}`);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(PHONE);
  expect([name, (await overflowOf(page)) <= 0]).toEqual([name, true]);
  await picture(page, `${name}-phone`);
  await page.setViewportSize(DESKTOP);
};
