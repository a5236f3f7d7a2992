import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runs } from '../../document/src/testing/deep.ts';
import { buildProgram, freePort, type Program } from '../../server/src/testing/program.ts';
import { CHROMIUM } from '../../site/src/testing/browser.ts';
import { draftsIn, startWriting, type Writing } from './writer.testing.ts';

const KILLS = runs(10, 3);
const WORDS = 5;

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

  test(`loses no word, ${KILLS} times over, with tabs that are closed or crash and others who write`, async () => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const serve = () =>
      program.serve({
        DATABASE_URL: writing.server.connectionString,
        LECTERN_DATA_DIR: writing.server.dataDir,
        PORT: String(port),
        PUBLIC_URL: url,
      });
    const place = await writing.newPage('Start.\n\nOther.');
    let running = await serve();
    const signedIn = await writing.signIn(url);
    const { context } = signedIn;
    let { page } = signedIn;
    const typed: string[] = [];
    const others: string[] = [];
    const isHere = (text: string) =>
      expect.poll(() => page.locator('.ProseMirror p').allInnerTexts()).toContain(text);
    const lineOf = (...words: readonly string[]) => words.join(' ');
    const openAtEnd = async () => {
      await writing.open(page, place, url);
      await isHere(lineOf('Start.', ...typed));
      await page.locator('.ProseMirror').getByText('Start.').click();
      // The key End goes to the end of what a long paragraph shows on one line.
      await page.evaluate(() => {
        // biome-ignore lint/suspicious/noExplicitAny: the library sets it on the element
        const { editor } = document.querySelector('.ProseMirror') as any;
        editor.commands.setTextSelection(editor.state.doc.firstChild.nodeSize - 1);
      });
    };
    const type = async () => {
      for (let word = 0; word < WORDS; word++) {
        typed.push(`w${typed.length}`);
        await page.keyboard.type(` ${typed.at(-1)}`, { delay: 10 });
      }
    };
    /** Another person writes through another server of the same installation. */
    const writeElsewhere = async () => {
      others.push(`o${others.length}`);
      const markdown = (await writing.markdownOf(place)).replace(/Other\..*/, lineOf('Other.', ...others));
      await writing.org.edit.call('POST', `/spaces/${place.space}/content`, {
        changes: [{ operation: 'update_page', page: place.id, document: { markdown } }],
      });
    };

    await openAtEnd();
    for (let kill = 0; kill < KILLS; kill++) {
      // Killed between two keys, or when a request has just arrived, which may be stored without a response.
      const isSent = page.waitForRequest(
        (request) => request.method() === 'POST' && /content/.test(request.url()),
      );
      await type();
      if (kill % 2 === 1) await isSent;
      else isSent.catch(() => undefined);
      running.child.kill('SIGKILL');
      await running.ended;
      await type();
      if (kill % 3 === 0) {
        await page.getByRole('status').getByText('Offline: kept in this browser').waitFor();
        await type();
      } else {
        // The tab is gone, with what it has not sent.
        await expect.poll(() => draftsIn(page)).toContain(typed.at(-1));
        if (kill % 3 === 1) await page.close();
        else await page.goto('chrome://crash').catch(() => undefined);
      }
      if (kill % 2 === 0) await writeElsewhere();
      running = await serve();
      if (kill % 3 !== 0) {
        page = await context.newPage();
        await openAtEnd();
      }
      await expect
        .poll(() => writing.markdownOf(place))
        .toBe(`${lineOf('Start.', ...typed)}\n\n${lineOf('Other.', ...others)}\n`);
      await isHere(lineOf('Other.', ...others));
    }
    await expect.poll(() => draftsIn(page)).toBe('[]');
    await context.close();
    await running.stop();
  });
});
