import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bundleIntegration } from '../../server/src/testing/integration-scripts.ts';
import { install, publish } from '../../server/src/testing/published-integrations.ts';
import { CHROMIUM } from '../../site/src/testing/browser.ts';
import { expectGoodScreen } from './expect-screen.ts';
import { saved, startWriting, type Writing } from './writer.testing.ts';

describe.skipIf(!CHROMIUM)('blocks of integrations in a browser', () => {
  let writing: Writing;
  beforeAll(async () => {
    writing = await startWriting();
  });
  afterAll(async () => {
    await writing?.close();
  });

  test('a writer inserts a block of an integration, sets it by its own controls and in its dialog', async () => {
    const { org, server } = writing;
    const vendor = await server.organization();
    const name = await publish(vendor, {
      title: 'Notes',
      visibility: 'public',
      script: await bundleIntegration('note'),
      target: 'space',
      blocks: [{ id: 'note', title: 'Sticky note', description: 'Words on paper' }],
    });
    const { at } = await install(org, name);
    const place = await writing.newPage('One.');
    expect((await org.admin.call('POST', `${at}/spaces`, { space: place.space })).status).toBe(201);
    const { page, errors } = await writing.signIn();
    const editor = await writing.open(page, place);
    await editor.getByText('One.').click();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.keyboard.type('/sticky');
    await page.getByRole('option', { name: /^Sticky note/ }).waitFor();
    await page.keyboard.press('Enter');
    const block = editor.getByRole('group', { name: 'Sticky note' });
    await block.getByText('Nothing yet, in black').waitFor();

    await block.getByRole('textbox', { name: 'Words' }).fill('Remember');
    await block.getByRole('button', { name: 'Set' }).click();
    await block.getByText('Remember, in black').waitFor();
    await block.getByRole('button', { name: 'Color…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Color of the note' });
    await dialog.getByRole('textbox', { name: 'Color' }).fill('blue');
    await expectGoodScreen(page, 'integration-block-dialog');
    await dialog.getByRole('button', { name: 'Take' }).click();
    await block.getByText('Remember, in blue').waitFor();
    await saved(page);
    const stored = async () =>
      (await org.read.call('GET', `/spaces/${place.space}/content/page/${place.id}?format=document`)).body
        .document.nodes[1].data;
    expect(await stored()).toEqual({
      integration: name,
      block: 'note',
      props: { words: 'Remember', color: 'blue' },
    });
    await expectGoodScreen(page, 'integration-block');

    // Undo brings the former properties back into the block.
    await editor.getByText('One.').click();
    await page.keyboard.press('Control+z');
    await block.getByText('Remember, in black').waitFor();
    await saved(page);
    expect((await stored()).props).toEqual({ words: 'Remember' });

    // The settings are there as for any block, and the text goes on after it.
    await block.getByText('Sticky note').click();
    await page.getByRole('textbox', { name: 'Properties (JSON)' }).waitFor();
    await page.keyboard.press('Escape');

    // Without the integration, the block stays in the page and says why it is empty.
    await org.admin.call('DELETE', `${at}/spaces/${place.space}`);
    await page.reload();
    await page.getByText(`The integration ${name} is not installed in this space`).waitFor();
    await editor.getByText('One.').click();
    await page.keyboard.type('!');
    await saved(page);
    expect((await stored()).props).toEqual({ words: 'Remember' });
    expect(errors).toEqual([]);
  });
});
