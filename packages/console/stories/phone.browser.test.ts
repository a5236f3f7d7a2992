import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startServer, type TestOrganization, type TestServer } from '../../server/src/testing/server.ts';
import { publishSite } from '../../server/src/testing/sites.ts';
import {
  accessibilityViolations,
  CHROMIUM,
  openBrowser,
  overflowOf,
} from '../../site/src/testing/browser.ts';
import { openSignedIn } from './signed-in.ts';
import { picture } from './writer.testing.ts';

const TOUCH_TARGET = 44;

/** Expects that a finger near the middle of a button touches it. */
const expectTouchTarget = async (button: Locator): Promise<void> => {
  await button.waitFor();
  const isHit = await button.evaluate((element, size) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const reach = size / 2 - 1;
    return [-reach, reach].flatMap((far) => [
      document.elementFromPoint(x + width / 2 + far, y + height / 2) === element,
      document.elementFromPoint(x + width / 2, y + height / 2 + far) === element,
    ]);
  }, TOUCH_TARGET);
  expect(isHit).toEqual([true, true, true, true]);
};

describe.skipIf(!CHROMIUM)('the console on a phone', () => {
  let server: TestServer;
  let org: TestOrganization;
  let browser: Browser;

  beforeAll(async () => {
    server = await startServer();
    org = await server.organization();
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });
  const enter = async (person: { readonly email: string }, options: object = {}) => {
    const window = await openSignedIn(browser, server, person, options);
    return window;
  };
  test('Ben reads, comments and approves on a phone', async () => {
    const space = await org.space('Pocket guide');
    await org.admin.call('PATCH', `/spaces/${space}`, { editMode: 'live' });
    const made = await org.admin.call('POST', `/spaces/${space}/content?compat=false`, {
      changes: [
        {
          operation: 'insert_page',
          title: 'A page with a title that is longer than the width of a phone',
          document: {
            markdown:
              'Start here.\n\nThis stays.\n\n| One | Two | Three | Four |\n| --- | --- | --- | --- |\n| a long cell | another | `code_without_spaces_that_is_long` | end |\n\n```sh\nnpm run something --with --many --options --that --do --not --fit\n```',
          },
        },
      ],
    });
    const pageId = made.body.changes[0].page.id as string;
    const { body: request } = await org.edit.call('POST', `/spaces/${space}/change-requests`, {
      subject: 'Begin with a greeting',
    });
    await org.edit.call('POST', `/spaces/${space}/change-requests/${request.number}/content`, {
      changes: [
        {
          operation: 'update_page',
          page: pageId,
          document: { markdown: 'Good morning. Start here.\n\nThis stays.' },
        },
      ],
    });
    await org.edit.call('POST', `/spaces/${space}/change-requests/${request.number}/requested-reviewers`, {
      users: [org.review.id],
    });
    const { page, errors, unlisted, context } = await enter(org.review, {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
    });
    const fits = async () => expect(await overflowOf(page)).toBeLessThanOrEqual(0);

    // Reads.
    await page.goto(`/app/s/${space}`);
    await page.getByRole('button', { name: 'Show pages' }).tap();
    await page
      .getByRole('treeitem', { name: /longer than the width/ })
      .getByRole('link')
      .tap();
    await page.getByRole('heading', { name: /longer than the width/, level: 1 }).waitFor();
    await page.getByText('Start here.').waitFor();
    await fits();

    // Finds what waits, reads the difference, comments and approves.
    await page.getByRole('link', { name: 'Home' }).tap();
    await page.getByRole('button', { name: 'Show spaces' }).waitFor();
    expect(
      (await page.getByRole('heading', { name: 'Waiting for your review' }).boundingBox())!.y,
    ).toBeLessThan(300);
    await fits();
    await page
      .getByRole('link', { name: /Begin with a greeting/ })
      .first()
      .tap();
    await page.getByRole('heading', { name: 'Begin with a greeting' }).waitFor();
    await fits();
    await expectTouchTarget(page.getByRole('button', { name: 'Edit the subject' }));
    await page.getByRole('link', { name: /^Changes \d/ }).tap();
    await page.locator('[data-change] ins', { hasText: 'Good morning' }).waitFor();
    await fits();
    // The difference begins on the upper half of the screen; the list of changes is one tap away.
    expect((await page.locator('[data-change]').first().boundingBox())!.y).toBeLessThan(422);
    await picture(page, 'difference-phone');
    expect(await accessibilityViolations(page)).toEqual([]);
    const listed = page.getByRole('complementary').getByRole('link', { name: /longer than the width/ });
    expect(await listed.isVisible()).toBe(false);
    await page.getByRole('button', { name: /^All changes/ }).tap();
    await listed.waitFor();
    await fits();
    expect(await accessibilityViolations(page)).toEqual([]);
    // Side by side is one below the other here, and what did not change is there once.
    await page.getByRole('button', { name: 'Side by side' }).tap();
    await page.waitForURL(/layout=split/);
    await page.locator('[data-change] ins', { hasText: 'Good morning' }).waitFor();
    expect(await page.getByText('This stays.').filter({ visible: true }).count()).toBe(1);
    await fits();
    await page.getByRole('link', { name: 'Overview' }).tap();
    const field = page.getByRole('textbox', { name: 'Write a comment' });
    await field.tap();
    await field.fill('Friendly.');
    await page.getByRole('button', { name: 'Comment', exact: true }).tap();
    await page.getByText('Friendly.').waitFor();
    await page.getByRole('button', { name: 'Review', exact: true }).tap();
    await page.getByRole('textbox', { name: 'Summary' }).fill('Good.');
    await fits();
    await page.getByRole('button', { name: 'Approve' }).tap();
    await page.getByText('You approved this change request').waitFor();
    const { body: reviews } = await org.read.call(
      'GET',
      `/spaces/${space}/change-requests/${request.number}/reviews`,
    );
    expect(reviews.items[0].status).toBe('approved');
    await fits();
    expect([errors, unlisted]).toEqual([[], []]);
    await context.close();
  });

  test('the tab of a part of a site is in sight', async () => {
    const { id } = await publishSite(server, org, [{ space: await org.space('Guide') }]);
    const { page, context } = await enter(org.admin, { viewport: { width: 390, height: 844 } });
    await page.goto(`/app/o/${org.id}/sites/${id}/domain`);
    const tab = page.getByRole('navigation', { name: 'Site' }).getByRole('link', { name: 'Domain' });
    await page.getByText('Your own domain').waitFor();
    const isInSight = async () => {
      const { x, width } = (await tab.boundingBox())!;
      return x >= 0 && x + width <= 390;
    };
    await expect.poll(isInSight).toBe(true);
    await context.close();
  });
});
