import { expect, test } from 'vitest';
import { appLink, appPath } from './app-path.ts';

test.each([
  ['https://docs.example.com/app/s/abc/guides/first?x=1#part', '/s/abc/guides/first?x=1#part'],
  ['/app/o/abc', '/o/abc'],
  ['https://docs.example.com/elsewhere', '/'],
])('%s is %s', (url, path) => {
  expect(appPath(url)).toBe(path);
});

test('the fragment is a property of its own', () => {
  expect(appLink('/app/s/abc#comment-1')).toEqual({ to: '/s/abc', hash: 'comment-1' });
  expect(appLink('/app/o/abc')).toEqual({ to: '/o/abc', hash: '' });
});
