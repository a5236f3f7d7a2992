import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { overflowOf, violationsInLightAndDark } from '../../site/src/testing/browser.ts';
import { picture } from './writer.testing.ts';

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1280, height: 900 };

/** Expects that a page is accessible in light and dark. */
export const expectAccessible = async (page: Page): Promise<void> =>
  expect(await violationsInLightAndDark(page)).toEqual([]);

/** Expects that a screen is accessible in light and dark, and fits a phone. */
export const expectGoodScreen = async (page: Page, name: string): Promise<void> => {
  const violations = await violationsInLightAndDark(page, undefined, (colorScheme) =>
    picture(page, `${name}-${colorScheme}`),
  );
  expect([name, violations]).toEqual([name, []]);
  await page.setViewportSize(PHONE);
  expect([name, (await overflowOf(page)) <= 0]).toEqual([name, true]);
  await picture(page, `${name}-phone`);
  await page.setViewportSize(DESKTOP);
};
