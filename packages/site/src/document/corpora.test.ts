import { parsePage } from '@lectern/document';
import { describe, expect, test } from 'vitest';
// The same pages that Markdown is read and written with.
import { corpora } from '../../../document/src/markdown/corpora.testing.ts';
import { outlineOf, renderDocument } from '../index.ts';
import { dangersOf } from '../testing/safety.ts';
import { sampleContext } from '../testing/sample-site.ts';

const pages = corpora();

describe.skipIf(pages.length === 0)('public documentation', () => {
  test('every page is rendered safely, and its outline leads somewhere', () => {
    for (const { path, source } of pages) {
      const { document } = parsePage(source);
      const html = renderDocument(document, sampleContext);
      expect(dangersOf(html), path).toEqual([]);
      for (const { id } of outlineOf(document, sampleContext))
        expect(html.includes(`id="${id.replaceAll('&', '&amp;')}"`), `${path}#${id}`).toBe(true);
      const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
      expect(new Set(ids).size, path).toBe(ids.length);
    }
  });
});
