// npm run screenshots -- [folder] [--only home,page] [--variants light]: pictures of every screen, in light, dark and on a phone.
// npm run screenshots -- --docs: the pictures of the documentation.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { ensureBuilt, ensureConsoleBuilt } from '../../../scripts/steps.mjs';
import { openBrowser } from '../../site/src/testing/browser.ts';
import { createSample, type Sample, type SamplePerson } from '../stories/sample.ts';
import type { Screen } from '../stories/screens/screen.ts';
import { SCREENS, settle } from '../stories/screens.ts';
import { type Installation, startInstallation } from './installation.ts';

const VARIANTS = {
  light: { colorScheme: 'light', viewport: { width: 1280, height: 800 } },
  dark: { colorScheme: 'dark', viewport: { width: 1280, height: 800 } },
  phone: { colorScheme: 'light', viewport: { width: 390, height: 844 } },
} as const;

const { values, positionals } = parseArgs({
  options: { only: { type: 'string' }, variants: { type: 'string' }, docs: { type: 'boolean' } },
  allowPositionals: true,
});
const IMAGES = path.join(import.meta.dirname, '../../../docs/images');
const folder = values.docs
  ? IMAGES
  : path.resolve(positionals[0] ?? path.join(import.meta.dirname, '../screenshots'));

// Screens in the documentation, small enough for a repository.
const DOCS = ['editor', 'review', 'change-request'];
const DOCS_VIEWPORT = { width: 1120, height: 700 };
const DOCS_QUALITY = 72;
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

/** Opens a screen; one that does not come is reported, and its picture shows why. */
const open = async (page: Page, sample: Sample, screen: Screen) => {
  try {
    await page.goto(`/app${screen.path(sample)}`);
    await screen.ready(page, sample);
    await settle(page);
  } catch (error) {
    console.error(`${screen.name}: ${(error as Error).message.split('\n')[0]}`);
    process.exitCode = 1;
  }
};

const takePictures = async (page: Page, sample: Sample) => {
  for (const [variant, { colorScheme, viewport }] of Object.entries(VARIANTS)) {
    if (!isChosen(values.variants, variant)) continue;
    await mkdir(path.join(folder, variant), { recursive: true });
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(viewport);
    for (const screen of SCREENS) {
      if (!isChosen(values.only, screen.name)) continue;
      await open(page, sample, screen);
      await page.screenshot({
        path: path.join(folder, variant, `${screen.name}.png`),
        animations: 'disabled',
      });
    }
  }
};

const takeDocsPictures = async (page: Page, sample: Sample) => {
  await mkdir(folder, { recursive: true });
  await page.setViewportSize(DOCS_VIEWPORT);
  const session = await page.context().newCDPSession(page);
  for (const screen of SCREENS) {
    if (!DOCS.includes(screen.name)) continue;
    await open(page, sample, screen);
    const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: DOCS_QUALITY });
    await writeFile(path.join(folder, `${screen.name}.webp`), Buffer.from(data, 'base64'));
  }
};

const [program] = await Promise.all([ensureBuilt(), ensureConsoleBuilt()]);
const installation = await startInstallation(program);
try {
  const { sample, email } = await prepare(installation);
  const browser = await openBrowser();
  const { context, page } = await installation.signIn(browser, email);
  context.setDefaultTimeout(30_000);
  await (values.docs ? takeDocsPictures : takePictures)(page, sample);
  await browser.close();
  console.log(`The pictures are in ${folder}`);
} finally {
  await installation.stop();
}
