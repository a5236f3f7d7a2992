import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person } from '../../server/src/testing/person.ts';
import { startServer, type TestOrganization, type TestServer } from '../../server/src/testing/server.ts';
import {
  CHROMIUM,
  openBrowser,
  overflowOf,
  violationsInLightAndDark,
} from '../../site/src/testing/browser.ts';
import { createSample, type Sample, type SamplePerson } from './sample.ts';
import { SCREENS, settle } from './screens.ts';
import { openSignedIn, type Window } from './signed-in.ts';

const IMPACTS = ['minor', 'moderate', 'serious', 'critical'];
const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1280, height: 900 };

describe.skipIf(!CHROMIUM)('every screen', () => {
  let server: TestServer;
  let org: TestOrganization;
  let browser: Browser;
  let sample: Sample;
  let window: Window;

  beforeAll(async () => {
    server = await startServer({ roles: ['api', 'worker'] });
    org = await server.organization();
    const personOf = ({ id, email, call }: Person): SamplePerson => ({
      id,
      name: email.split('@')[0]!,
      call: call as SamplePerson['call'],
    });
    sample = await createSample(org.id, {
      me: personOf(org.admin),
      ann: personOf(org.review),
      ben: personOf(org.create),
    });
    browser = await openBrowser();
    window = await openSignedIn(browser, server, org.admin);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  test.each(SCREENS)('$name is accessible in light and dark, and fits a phone', async ({ path, ready }) => {
    const { page, errors, unlisted } = window;
    await page.setViewportSize(DESKTOP);
    await page.goto(`/app${path(sample)}`);
    await ready(page, sample);
    await settle(page);
    const found = await violationsInLightAndDark(page, IMPACTS);
    // Menus are beside the landmarks, as dialogs are.
    const violations = found.filter((each) => !(each.includes(' region: ') && each.includes('role="menu"')));
    expect(violations).toEqual([]);
    await page.setViewportSize(PHONE);
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    expect(errors.splice(0)).toEqual([]);
    expect(unlisted.splice(0)).toEqual([]);
  });

  test('icons named in content are drawn', async () => {
    const { page } = window;
    await page.setViewportSize(DESKTOP);
    await page.goto(`/app/s/${sample.spaceId}/getting-started`);
    for (const icon of [
      page.getByRole('treeitem', { name: 'Getting started' }).locator('svg.icon'),
      page.getByRole('main').locator('svg.icon').first(),
    ]) {
      await icon.waitFor();
      // A symbol that was not found has no size.
      await expect
        .poll(() => icon.evaluate((svg) => (svg as SVGSVGElement).getBBox().width))
        .toBeGreaterThan(8);
    }
  });
});
