import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import axe from 'axe-core';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { isDeep } from '../../../document/src/testing/deep.ts';
import {
  type Customization,
  DIAGRAM_FRAME_POLICY,
  FRAME_HOSTS,
  readAssets,
  readDiagramFile,
  readDiagramVersion,
  readFont,
  renderCustomizationCss,
} from '../index.ts';

/** The path of an installed Chromium, if any. */
export const CHROMIUM = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find((path) => path && existsSync(path));

// Long enough for a busy machine.
const TIMEOUT_MS = 240_000;

/** How many milliseconds later the scripts of pages arrive: a story that passes only on a fast machine fails here. */
const SCRIPT_DELAY_MS = Number(process.env.SCRIPT_DELAY_MS ?? 0);

const delayScripts = (context: BrowserContext): Promise<unknown> =>
  context.route('**/assets/*.js', async (route) => {
    await setTimeout(SCRIPT_DELAY_MS);
    // The window may be closed by then.
    await route.continue().catch(() => undefined);
  });

/** Starts a headless browser that resolves the given hosts to this machine. */
export const openBrowser = async (...hosts: readonly string[]): Promise<Browser> => {
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    timeout: TIMEOUT_MS,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      ...(hosts.length > 0
        ? [`--host-resolver-rules=${hosts.map((host) => `MAP ${host} 127.0.0.1`).join(',')}`]
        : []),
    ],
  });
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext(options);
    context.setDefaultTimeout(TIMEOUT_MS);
    if (SCRIPT_DELAY_MS > 0) await delayScripts(context);
    return context;
  };
  return browser;
};

/** Options of opening a page. */
export interface ViewOptions {
  readonly width?: number;
  /** The stored choice of the reader. */
  readonly theme?: 'light' | 'dark';
  readonly script?: boolean;
}

/** An open page and its errors so far. */
export interface OpenPage {
  readonly page: Page;
  readonly errors: readonly string[];
}

/** Opens a URL in a new or in a given browser context. */
export const openPage = async (
  browser: Browser | BrowserContext,
  url: string,
  { width = 1440, theme, script = true }: ViewOptions = {},
): Promise<OpenPage> => {
  const page =
    'contexts' in browser
      ? await browser.newPage({ viewport: { width, height: 900 }, javaScriptEnabled: script })
      : await browser.newPage();
  const errors: string[] = [];
  // Failed requests and violations of the Content-Security-Policy are console errors too.
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('pageerror', (error) => errors.push(String(error)));
  if (theme) await page.addInitScript(`localStorage.setItem('theme', '${theme}')`);
  await page.goto(url);
  return { page, errors };
};

/** A violation that axe reports. */
interface Violation {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string; readonly target: readonly string[] }[];
}

/** Rules that count although axe calls their violations moderate. */
const MODERATE_RULES = ['landmark-unique'];

/** The rules of axe whose result depends on colors. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/** The accessibility violations of a page, by default the serious and critical ones, and those of some other rules. */
export const accessibilityViolations = async (
  page: Page,
  impacts: readonly string[] = ['serious', 'critical'],
  rules?: readonly string[],
): Promise<readonly string[]> => {
  // The Content-Security-Policy blocks a script element, but not evaluate().
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe.source);
  // Describing the elements that pass takes axe as long as the rules do.
  const options = { resultTypes: ['violations'], ...(rules && { runOnly: rules }) };
  const violations = (await page.evaluate(
    `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations)`,
  )) as readonly Violation[];
  return violations
    .filter(({ id, impact }) => impacts.includes(impact) || MODERATE_RULES.includes(id))
    .flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.html.slice(0, 160)}`),
    );
};

/** The accessibility violations of a page in light and dark; dark is tested with the rules about colors, in a deep run with all. */
export const violationsInLightAndDark = async (
  page: Page,
  impacts?: readonly string[],
  look: (colorScheme: 'light' | 'dark') => Promise<void> = async () => {},
): Promise<readonly string[]> => {
  const violations: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const rules = colorScheme === 'light' || isDeep ? undefined : COLOR_RULES;
    const found = await accessibilityViolations(page, impacts, rules);
    violations.push(...found.map((violation) => `${colorScheme}: ${violation}`));
    await look(colorScheme);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  return violations;
};

/** The horizontal overflow of a page in pixels. */
export const overflowOf = (page: Page): Promise<unknown> =>
  page.evaluate('document.documentElement.scrollWidth - innerWidth');

/** A server of an API that pages may send requests to. */
export const SAMPLE_API = 'https://api.example.com';

/** The Content-Security-Policy of the test server. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: https:",
  "font-src 'self'",
  `connect-src 'self' ${SAMPLE_API}`,
  "form-action 'self'",
  "base-uri 'none'",
  `frame-src 'self' ${FRAME_HOSTS.join(' ')}`,
].join('; ');

/** An SVG image in a hue. */
export const picture = (hue: number): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 600"><defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop stop-color="hsl(${hue} 70% 60%)"/><stop offset="1" stop-color="hsl(${hue + 60} 70% 40%)"/></linearGradient></defs><rect width="1200" height="600" fill="url(#g)"/><circle cx="850" cy="220" r="120" fill="#fff" opacity=".35"/><path d="M0 600 400 280l300 240 180-140 320 220z" fill="#fff" opacity=".25"/></svg>`;

/** Serves pages by path with the static files of a site. */
export async function serveSite(
  pages: Readonly<Record<string, string>>,
  customization: Customization,
): Promise<{ url: string; close: () => Promise<void> }> {
  const assets = readAssets();
  const { font, monospaceFont } = customization.styling;
  const fonts = [font, monospaceFont].flatMap((one) => (typeof one === 'string' ? readFont(one) : []));
  const files: Readonly<Record<string, readonly [string, string | Buffer]>> = {
    '/assets/theme.css': ['text/css', assets.theme.content],
    '/assets/site.js': ['text/javascript', assets.script.content],
    '/assets/api.css': ['text/css', assets.parts.api.theme.content],
    '/assets/api.js': ['text/javascript', assets.parts.api.script.content],
    '/assets/integrations.css': ['text/css', assets.parts.integrations.theme.content],
    '/assets/integrations.js': ['text/javascript', assets.parts.integrations.script.content],
    '/assets/diagrams.css': ['text/css', assets.parts.diagrams.theme.content],
    '/assets/diagrams.js': ['text/javascript', assets.parts.diagrams.script.content],
    '/assets/customization.css': ['text/css', renderCustomizationCss(customization, readFont)],
    ...Object.fromEntries(fonts.map(({ name, content }) => [`/assets/${name}`, ['font/woff2', content]])),
    '/files/cover1.svg': ['image/svg+xml', picture(210)],
    '/files/cover2.svg': ['image/svg+xml', picture(330)],
    '/kitchen-sink.md': ['text/markdown', '# Everything at once\n'],
    '/search.json': [
      'application/json',
      JSON.stringify({
        items: [
          {
            title: 'Tabs',
            href: '/kitchen-sink#tabs',
            place: 'Documentation',
            excerpt: 'A tab may hold anything.',
          },
          { title: 'Quick start', href: '/p1' },
          { title: 'Evil', href: 'javascript:alert(1)' },
        ],
      }),
    ],
  };
  const diagrams = `/diagrams/${readDiagramVersion()}/`;
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const [, , ...path] = pathname.startsWith(diagrams) ? pathname.slice(1).split('/') : [];
    const diagram = path.length > 0 ? readDiagramFile(path.join('/')) : undefined;
    const [type, content] = diagram
      ? [diagram.contentType, diagram.content]
      : (files[pathname] ?? ['text/html; charset=utf-8', pages[pathname]]);
    response.writeHead(content === undefined ? 404 : 200, {
      'content-type': type,
      'content-security-policy': diagram?.isFrame ? DIAGRAM_FRAME_POLICY : POLICY,
    });
    response.end(content ?? 'Not found');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
