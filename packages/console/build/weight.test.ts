import path from 'node:path';
import { expect, test } from 'vitest';
import { LIMITS, weightsOf } from './weight.ts';

test('the first screen and the editor are light', () => {
  const { firstScreen, editor } = weightsOf(path.join(import.meta.dirname, '../dist'));
  expect(firstScreen).toBeLessThanOrEqual(LIMITS.firstScreen);
  expect(editor).toBeLessThanOrEqual(LIMITS.editor);
});
