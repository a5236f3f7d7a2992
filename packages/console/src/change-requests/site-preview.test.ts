import { describe, expect, test } from 'vitest';
import { atPage, previewedSite } from './site-preview.ts';

const site = (id: string, preview: string, published: boolean) => ({ id, published, urls: { preview } });
const SITES = [
  site('old', 'http://acme.localhost/old/', false),
  site('docs', 'http://acme.localhost/docs/', true),
  site('more', 'http://acme.localhost/more/', true),
];

describe('the site of a preview', () => {
  test('is the one of the address that was passed on', () => {
    expect(previewedSite(SITES, 'http://acme.localhost/more/~/changes/x/start')?.id).toBe('more');
  });

  test('is a published one without an address, or the oldest', () => {
    expect(previewedSite(SITES)?.id).toBe('docs');
    expect(previewedSite(SITES.slice(0, 1))?.id).toBe('old');
    expect(previewedSite([])).toBeUndefined();
  });
});

test('the URL of a preview opens at a page', () => {
  const url = 'http://acme.localhost/docs/~/changes/x?token=y';
  expect(atPage(url, 'guides/start')).toBe('http://acme.localhost/docs/~/changes/x/guides/start?token=y');
  expect(atPage(url, '')).toBe(url);
});
