import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { freeSlug, slugOf } from './slugs.ts';

describe('the slug of a title', () => {
  test.each([
    ['Été à Paris', 'ete-a-paris'],
    ['ガイド', 'ガイド'],
    ['バン', 'バン'],
    ['हिन्दी', 'हिन्दी'],
    ['ภาษาไทยที่นี่', 'ภาษาไทยที่นี่'],
    ['йод', 'йод'],
    ['مُقَدِّمة', 'مُقَدِّمة'],
    ['\u0301 alone', 'alone'],
    ['!?', 'page'],
    ['語'.repeat(100), '語'.repeat(80)],
  ])('%s', (title, slug) => expect(slugOf(title)).toBe(slug));

  test('is one path segment, and its own slug', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (title) => {
        const slug = slugOf(title);
        expect(slug).toMatch(/^[\p{L}\p{N}][\p{L}\p{N}\p{M}-]*$/u);
        expect([...slug].length).toBeLessThanOrEqual(100);
        // With an ending, it is the name of a file.
        expect(Buffer.byteLength(freeSlug(slug, (each) => each === slug))).toBeLessThanOrEqual(240);
        expect(slugOf(slug)).toBe(slug);
      }),
      { numRuns: 1000 },
    );
  });
});
