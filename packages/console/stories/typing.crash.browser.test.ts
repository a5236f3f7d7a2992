import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildProgram, freePort, type Program } from '../../server/src/testing/program.ts';
import { CHROMIUM } from '../../site/src/testing/browser.ts';
import { startWriting, type Writing } from './writer.testing.ts';

const KILLS = 10;
const WORDS_BETWEEN = 6;

describe.skipIf(!CHROMIUM)('a server that is killed while somebody types', () => {
  let writing: Writing;
  let program: Program;
  beforeAll(async () => {
    program = await buildProgram();
    writing = await startWriting();
  });
  afterAll(async () => {
    await writing?.close();
  });

  test('loses no word, ten times over', async () => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const serve = () =>
      program.serve({
        DATABASE_URL: writing.server.connectionString,
        LECTERN_DATA_DIR: writing.server.dataDir,
        PORT: String(port),
        PUBLIC_URL: url,
      });
    const place = await writing.newPage('Start.');
    let running = await serve();
    const { context, page } = await writing.signIn(url);
    // A tab with unsent words asks before it is closed.
    page.on('dialog', (dialog) => void dialog.accept());
    const editor = await writing.open(page, place, url);
    await editor.getByText('Start.').click();
    await page.keyboard.press('End');
    const typed: string[] = [];
    const type = async (count: number) => {
      for (let word = 0; word < count; word++) {
        typed.push(`w${typed.length}`);
        await page.keyboard.type(` ${typed.at(-1)}`, { delay: 15 });
      }
    };
    for (let kill = 0; kill < KILLS; kill++) {
      await type(WORDS_BETWEEN);
      running.child.kill('SIGKILL');
      await running.ended;
      // Some words are typed while nobody is there to take them.
      await type(WORDS_BETWEEN);
      running = await serve();
      // The tab itself is closed every third time, with what it has not sent.
      if (kill % 3 !== 2) continue;
      await page.waitForTimeout(600);
      await page.reload();
      await editor.getByText(`Start. ${typed.join(' ')}`).waitFor({ timeout: 60_000 });
      await editor.getByText('Start.').click();
      await page.keyboard.press('Control+End');
    }
    await expect
      .poll(() => writing.markdownOf(place), { timeout: 60_000 })
      .toBe(`Start. ${typed.join(' ')}\n`);
    await context.close();
    await running.stop();
  });
});
