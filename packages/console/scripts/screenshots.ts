// npm run screenshots -- [folder] [--only home,page] [--variants light]: pictures of every screen, in light, dark and on a phone.
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { ensureBuilt, ensureConsoleBuilt } from '../../../scripts/steps.mjs';
import { openBrowser } from '../../site/src/testing/browser.ts';
import { createSample, type Sample, type SamplePerson } from '../stories/sample.ts';
import { SCREENS, settle } from '../stories/screens.ts';
import { type Installation, startInstallation } from './installation.ts';

const VARIANTS = {
  light: { colorScheme: 'light', viewport: { width: 1280, height: 800 } },
  dark: { colorScheme: 'dark', viewport: { width: 1280, height: 800 } },
  phone: { colorScheme: 'light', viewport: { width: 390, height: 844 } },
} as const;

const { values, positionals } = parseArgs({
  options: { only: { type: 'string' }, variants: { type: 'string' } },
  allowPositionals: true,
});
const folder = path.resolve(positionals[0] ?? path.join(import.meta.dirname, '../screenshots'));
const isChosen = (option: string | undefined, name: string): boolean =>
  option === undefined || option.split(',').includes(name);

/** Two colleagues, and the content of a team. */
const prepare = async ({ token, callerOf, lectern }: Installation) => {
  const call = callerOf(token);
  const { body: user } = await call('GET', '/user');
  const { body: organizations } = await call('GET', '/orgs');
  const organizationId = organizations.items[0].id as string;
  await call('PATCH', `/orgs/${organizationId}`, { title: 'Acme' });
  await call('PATCH', `/users/${user.id}`, { displayName: 'Mia Admin' });
  const person = async (email: string, name: string): Promise<SamplePerson> => {
    await lectern(
      ...['user', 'create', '--email', email, '--name', name, '--org', organizationId, '--role', 'review'],
    );
    const own = callerOf(await lectern('token', 'create', '--user', email));
    return { id: (await own('GET', '/user')).body.id, name, call: own };
  };
  const ann = await person('ann@example.com', 'Ann Ito');
  const ben = await person('ben@example.com', 'Ben Okoye');
  const me = { id: user.id as string, name: 'Mia Admin', call };
  return { sample: await createSample(organizationId, { me, ann, ben }), email: user.email as string };
};

const takePictures = async (page: Page, sample: Sample) => {
  for (const [variant, { colorScheme, viewport }] of Object.entries(VARIANTS)) {
    if (!isChosen(values.variants, variant)) continue;
    await mkdir(path.join(folder, variant), { recursive: true });
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(viewport);
    for (const screen of SCREENS) {
      if (!isChosen(values.only, screen.name)) continue;
      try {
        await page.goto(`/app${screen.path(sample)}`);
        await screen.ready(page);
        await settle(page);
      } catch (error) {
        console.error(`${variant}/${screen.name}: ${(error as Error).message.split('\n')[0]}`);
        process.exitCode = 1;
      }
      await page.screenshot({
        path: path.join(folder, variant, `${screen.name}.png`),
        animations: 'disabled',
      });
    }
  }
};

const [program] = await Promise.all([ensureBuilt(), ensureConsoleBuilt()]);
const installation = await startInstallation(program);
try {
  const { sample, email } = await prepare(installation);
  const browser = await openBrowser();
  const { context, page } = await installation.signIn(browser, email);
  context.setDefaultTimeout(30_000);
  await takePictures(page, sample);
  await browser.close();
  console.log(`The pictures are in ${folder}`);
} finally {
  await installation.stop();
}
