import { expect, test } from 'vitest';
import { parseRison } from '../../../server/src/domains/sites/preview-urls/rison.ts';
import { toRison } from './rison.ts';

test.each([
  [{}],
  [{ plan: 'pro', beta: true, seats: 12, none: null }],
  [{ nested: { list: [1, -2.5, 'a b', "it's!", '', '-x', '12'], 'odd name': false } }],
  [{ tiny: 1e-9, large: 1e21, umlaut: 'Öl', url: 'https://example.com/?a=(b)' }],
])('%j is read as it was', (claims) => {
  expect(parseRison(toRison(claims))).toEqual({ ok: true, value: claims });
});
