import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Customization, Override } from './customization.contract.ts';
import {
  customizationFor,
  DEFAULT_CUSTOMIZATION,
  overrideAfter,
  unsafeLinkIn,
} from './merge-customization.ts';

const color = fc.constantFrom('#fff', '#346DDB').map((hex) => ({ light: hex, dark: '#000000' }));
const some = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const url = fc.constantFrom('https://acme.test/a', 'https://acme.test/b');

const wishes: fc.Arbitrary<Override> = fc.record(
  {
    title: fc.constantFrom('Docs', 'Guides'),
    favicon: fc.constantFrom({}, { emoji: '🎉' }),
    announcement: fc.constant({ enabled: true, message: 'Hello', style: 'info' as const }),
    styling: fc.record(
      {
        theme: fc.constantFrom('bold' as const, 'muted' as const),
        primaryColor: color,
        tint: color.map((one) => ({ color: one })),
        sidebar: fc.record({ list: fc.constantFrom('pill' as const, 'line' as const) }, { requiredKeys: [] }),
      },
      { requiredKeys: [] },
    ),
    header: fc.record(
      {
        logo: url.map((one) => ({ light: one, dark: one })),
        links: fc.array(fc.constant({ title: 'A', to: null, links: [] }), { maxLength: 2 }),
      },
      { requiredKeys: [] },
    ),
    footer: fc.record({ copyright: fc.string({ maxLength: 5 }) }, { requiredKeys: [] }),
    privacyPolicy: fc.record({ url }, { requiredKeys: [] }),
    pdf: fc.record({ enabled: fc.boolean() }, { requiredKeys: [] }),
  },
  { requiredKeys: [] },
);
const sites: fc.Arbitrary<Customization> = fc
  .record({ wish: wishes, title: some(fc.constant('Site')) })
  .map(({ wish, title }) => customizationFor({ ...DEFAULT_CUSTOMIZATION, ...(title && { title }) }, wish));

// The same fields, all of them null.
const reset = (wish: object): Override => {
  const groups = ['styling', 'sidebar', 'header', 'footer', 'privacyPolicy', 'pdf'];
  return Object.fromEntries(
    Object.entries(wish).map(([name, value]) => [name, groups.includes(name) ? reset(value) : null]),
  );
};

describe('customization', () => {
  test('what is set and reset leaves no trace: the site-space looks as its site', () => {
    let traces = 0;
    fc.assert(
      fc.property(sites, wishes, (site, wish) => {
        const own = overrideAfter({}, wish);
        if (Object.keys(own).length > 0) traces += 1;
        const back = overrideAfter(own, reset(wish));
        expect(back).toEqual({});
        expect(customizationFor(site, back)).toEqual(site);
      }),
    );
    expect(traces).toBeGreaterThan(50);
  });

  test('of two wishes for the same setting the later one counts, and the order of others does not matter', () => {
    fc.assert(
      fc.property(sites, wishes, wishes, (site, first, second) => {
        const both = overrideAfter(overrideAfter({}, first), second);
        expect(customizationFor(site, both)).toEqual(customizationFor(customizationFor(site, first), second));
        expect(overrideAfter(both, second)).toEqual(both);
      }),
    );
  });

  test("nothing that was given is changed, and what is not wished for stays the site's", () => {
    fc.assert(
      fc.property(sites, wishes, (site, wish) => {
        const before = JSON.stringify([site, wish]);
        const shown = customizationFor(site, wish);
        expect(JSON.stringify([site, wish])).toBe(before);
        expect(shown.ai).toBe(site.ai);
        if (wish.styling?.theme === undefined) expect(shown.styling.theme).toBe(site.styling.theme);
      }),
    );
  });

  test('finds addresses that would run something, wherever they are', () => {
    const to = (address: string) => ({ kind: 'url', url: address });
    const header = (address: string) => ({ header: { links: [{ links: [{ to: to(address) }] }] } });
    expect(unsafeLinkIn(header(' java\tscript:alert(1)'), 'body')).toBe('body.header.links.0.links.0.to.url');
    expect(unsafeLinkIn(header('https://acme.test'), 'body')).toBeUndefined();
    expect(unsafeLinkIn({ title: 'javascript:' }, 'body')).toBeUndefined();
  });
});
