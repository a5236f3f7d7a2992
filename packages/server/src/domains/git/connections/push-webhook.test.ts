import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { isPushTo, isSignedPush } from './push-webhook.ts';

const SECRET = 'a secret of forty characters, more or less';
const body = Buffer.from(JSON.stringify({ ref: 'refs/heads/main' }));
const mac = (secret = SECRET, bytes = body) => createHmac('sha256', secret).update(bytes).digest('hex');

describe('the signature of', () => {
  test.each([
    ['GitHub', { 'x-hub-signature-256': `sha256=${mac()}` }],
    ['Bitbucket', { 'x-hub-signature': `sha256=${mac()}` }],
    ['Gitea', { 'x-gitea-signature': mac() }],
    ['Forgejo', { 'x-forgejo-signature': mac() }],
    ['GitLab', { 'x-gitlab-token': SECRET }],
  ])('%s is accepted', (_, headers) => {
    expect(isSignedPush(headers, body, SECRET)).toBe(true);
  });

  test.each([
    ['nobody', {}],
    ['another secret', { 'x-hub-signature-256': `sha256=${mac('other')}` }],
    ['another body', { 'x-hub-signature-256': `sha256=${mac(SECRET, Buffer.from('{}'))}` }],
    ['an old algorithm', { 'x-hub-signature': `sha1=${mac()}` }],
    ['an empty value', { 'x-hub-signature-256': '', 'x-gitlab-token': '' }],
    ['a part of it', { 'x-gitea-signature': mac().slice(0, 20) }],
    ['a list', { 'x-gitlab-token': [SECRET] as never }],
  ])('%s is refused', (_, headers) => {
    expect(isSignedPush(headers, body, SECRET)).toBe(false);
  });
});

describe('a push to main', () => {
  const pushed = (headers: Record<string, string>, payload: unknown) =>
    isPushTo('refs/heads/main', headers, Buffer.from(JSON.stringify(payload)));

  test.each([
    ['GitHub', { 'x-github-event': 'push' }, { ref: 'refs/heads/main' }],
    ['GitLab', { 'x-gitlab-event': 'Push Hook' }, { ref: 'refs/heads/main' }],
    ['Gitea', { 'x-gitea-event': 'push' }, { ref: 'refs/heads/main' }],
    ['Bitbucket', { 'x-event-key': 'repo:push' }, { push: { changes: [{ new: { name: 'main' } }] } }],
    [
      'Bitbucket Data Center',
      { 'x-event-key': 'repo:refs_changed' },
      { changes: [{ refId: 'refs/heads/main' }] },
    ],
    ['a script', {}, {}],
  ] as const)('by %s is recognized', (_, headers, payload) => {
    expect(pushed(headers, payload)).toBe(true);
  });

  test.each([
    ['of another branch', { 'x-github-event': 'push' }, { ref: 'refs/heads/next' }],
    ['of a tag', { 'x-gitlab-event': 'Tag Push Hook' }, { ref: 'refs/tags/main' }],
    ['that only tests the webhook', { 'x-github-event': 'ping' }, { zen: 'Keep it simple' }],
    [
      'of another branch on Bitbucket',
      { 'x-event-key': 'repo:push' },
      { push: { changes: [{ new: { name: 'next' } }, { new: null }] } },
    ],
  ] as const)('%s is not', (_, headers, payload) => {
    expect(pushed(headers, payload)).toBe(false);
  });

  test('is read from a form', () => {
    const form = `payload=${encodeURIComponent(JSON.stringify({ ref: 'refs/heads/next' }))}`;
    expect(isPushTo('refs/heads/main', {}, Buffer.from(form))).toBe(false);
    expect(isPushTo('refs/heads/next', {}, Buffer.from(form))).toBe(true);
  });
});
