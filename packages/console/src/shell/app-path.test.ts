import { expect, test } from 'vitest';
import { appPath } from './app-path.ts';

test.each([
  ['https://docs.example.com/app/s/abc/guides/first?x=1#part', '/s/abc/guides/first?x=1#part'],
  ['/app/o/abc', '/o/abc'],
  ['https://docs.example.com/elsewhere', '/'],
])('%s is %s', (url, path) => {
  expect(appPath(url)).toBe(path);
});
