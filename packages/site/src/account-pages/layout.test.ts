import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { BRAND_ICON } from './brand-icon.ts';
import { accountPage } from './layout.ts';

test('sign-in and account pages have the icon of the console, so that browsers do not ask for another one', () => {
  const html = accountPage({ title: 'Sign in', styles: '/console.css' }, { size: 'small' });
  expect(html).toContain(
    `<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(BRAND_ICON).replaceAll("'", '&#39;')}">`,
  );
  const file = new URL('../../../console/src/shell/icon.svg', import.meta.url);
  expect(BRAND_ICON).toBe(readFileSync(file, 'utf8').trim());
});
