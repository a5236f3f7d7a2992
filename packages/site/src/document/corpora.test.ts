import { parsePage } from '@lectern/document';
import { describe, expect, test } from 'vitest';
// The corpus of the Markdown tests.
import { corpora } from '../../../document/src/markdown/corpora.testing.ts';
import { outlineOf, renderDocument } from '../index.ts';
import { unsafeMarkup } from '../testing/safety.ts';
import { sampleContext } from '../testing/sample-site.ts';

const pages = corpora();

describe.skipIf(pages.length === 0)('public documentation', () => {
  test('every page renders safely, and its outline links to existing anchors', () => {
    for (const { path, source } of pages) {
      const { document } = parsePage(source);
      const html = renderDocument(document, sampleContext);
      expect(unsafeMarkup(html), path).toEqual([]);
      for (const { id } of outlineOf(document, sampleContext))
        expect(html.includes(`id="${id.replaceAll('&', '&amp;')}"`), `${path}#${id}`).toBe(true);
      const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
      expect(new Set(ids).size, path).toBe(ids.length);
    }
  });
});
