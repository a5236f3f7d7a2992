import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signInLinkFor } from '../../server/src/testing/browser-client.ts';
import { CHROMIUM } from '../../site/src/testing/browser.ts';
import { saved, startWriting, type Writing } from './writer.testing.ts';

// An address of a local network: the browser offers less there than on the own machine.
const HOST = 'docs.intern';

describe.skipIf(!CHROMIUM)('the console at an address without TLS', () => {
  let writing: Writing;
  beforeAll(async () => {
    writing = await startWriting({ hosts: [HOST] });
  });
  afterAll(() => writing?.close());

  test('signs in, writes and copies', async () => {
    const { port } = new URL(writing.server.url);
    const url = `http://${HOST}:${port}`;
    const place = await writing.newPage('Before.\n\n```\nnpm start\n```\n');
    const { page, context, errors } = await writing.signIn(url);
    // By the pages, which set their cookies without TLS.
    await context.clearCookies();
    await page.goto(url + (await signInLinkFor(writing.server, writing.org.edit.email)));
    expect(await page.evaluate(() => isSecureContext)).toBe(false);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(/\/app/);
    const editor = await writing.open(page, place, url);
    await editor.getByText('Before.').click();
    await page.keyboard.press('End');
    await page.keyboard.type(' After [a link](https://example.com) it.');
    await saved(page);
    expect(await writing.markdownOf(place)).toContain('Before. After [a link](https://example.com) it.');
    await page.goto(`${url}/app/s/${place.space}/story`);
    await page.getByRole('button', { name: 'Copy' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    // A header that browsers apply with TLS alone.
    expect(errors.filter((error) => !error.startsWith('The Cross-Origin-Opener-Policy header'))).toEqual([]);
  });
});
