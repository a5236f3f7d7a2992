import { expect, test } from 'vitest';
import { redactEvent } from './redact-event.ts';

const kept = (type: string, more: object) => redactEvent({ eventId: 'E', type, ...more });
const sizeOf = (value: object) => Buffer.byteLength(JSON.stringify(value));

test('configuration values of an installation are hidden', () => {
  const previous = { status: 'active', configuration: { key: 'a', login: { token: 'b' } } };
  expect(kept('installation_setup', { status: 'paused', previous })).toEqual({
    eventId: 'E',
    type: 'installation_setup',
    status: 'paused',
    previous: { status: 'active', configuration: { key: '[hidden]', login: '[hidden]' } },
  });
});

test('user input in a component is hidden, but not the component and its context', () => {
  const said = { componentId: 'config', context: { type: 'configuration_account' } };
  const typed = {
    props: { a: 1 },
    state: { key: 's' },
    action: { action: 'save', key: 's', deep: { k: 1 } },
  };
  expect(kept('ui_render', { ...said, ...typed })).toMatchObject({
    ...said,
    props: { a: '[hidden]' },
    state: { key: '[hidden]' },
    action: { action: 'save', key: '[hidden]', deep: '[hidden]' },
  });
});

test('the result of a Git sync is kept', () => {
  for (const state of ['success', 'failure'])
    expect(kept('space_gitsync_completed', { state }).state).toBe(state);
});

test('requests do not identify visitors', () => {
  const headers = {
    accept: '*/*',
    cookie: 'a=b',
    'X-Hub-Signature': 'c',
    referer: 'https://a.example/?d=e#f',
  };
  const request = { method: 'get', url: 'https://b.example/x?code=g&flag&state=h=i#j', headers };
  expect(kept('fetch', { request }).request).toEqual({
    method: 'get',
    url: 'https://b.example/x?code=[hidden]&[hidden]&state=[hidden]&[hidden]',
    headers: {
      accept: '*/*',
      cookie: '[hidden]',
      'X-Hub-Signature': '[hidden]',
      referer: 'https://a.example/?d=[hidden]&[hidden]',
    },
  });
  const visitor = { anonymousId: 'v', cookies: { session: 's' } };
  expect(
    kept('site_view', { visitor, url: 'https://c.example/p#token=t', referrer: '', location: '/a?b=c' }),
  ).toMatchObject({
    visitor: { anonymousId: 'v', cookies: { session: '[hidden]' } },
    url: 'https://c.example/p#token=[hidden]',
    referrer: '',
    location: '/a?b=[hidden]',
  });
});

test.each([
  'Authorization',
  'Proxy-Authorization',
  'X-Auth',
  'X-Forwarded-Authorization',
  'apikey',
  'Api-Key',
  'X-Api-Key',
  'x-goog-key',
  'x-goog-api-key',
  'Ocp-Apim-Subscription-Key',
  'X-Gitlab-Token',
  'X-Amz-Security-Token',
  'x-csrftoken',
  'X-Client-Secret',
  'X-Slack-Signature',
  'X-Twilio-Sig',
  'x-hmac-sha256',
  'Cookie',
  'Set-Cookie2',
  'X-Password',
  'X-Pass',
  'x_pass_2',
  'X-Passphrase',
  'X-Passcode',
  'x-session-id',
  'PHPSESSION',
  'x-credentials',
  'x_access_token',
  'X-JWT',
])('the header %s is hidden', (name) => {
  const { request } = kept('fetch', { request: { headers: { [name]: 'abc' } } });
  expect(request).toEqual({ headers: { [name]: '[hidden]' } });
});

test.each([
  'Accept',
  'Accept-Language',
  'Content-Type',
  'Content-Length',
  'Host',
  'Origin',
  'User-Agent',
  'X-Request-Id',
  'X-Forwarded-For',
  'X-GitHub-Event',
  'X-GitHub-Delivery',
  'X-Slack-Request-Timestamp',
  'Idempotency-Key',
  'Sec-WebSocket-Key',
  'Sec-Fetch-Site',
  'Design',
  'Shipping',
  'X-Bypass-Cache',
  'Compass',
  'Date',
])('the header %s is kept', (name) => {
  const request = { headers: { [name]: 'abc' } };
  expect(kept('fetch', { request }).request).toEqual(request);
});

test.each([
  ['a long text', { task: { text: '😀'.repeat(200_000) } }],
  ['a long list', { task: { list: Array.from({ length: 50_000 }, (_, at) => at) } }],
  ['many names', { props: Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`name ${at}`, at])) }],
  ['long names', { props: { ['n'.repeat(500_000)]: 1 } }],
  [
    'long nested lists',
    {
      task: Object.fromEntries(
        Array.from({ length: 200 }, (_, at) => [`${at}`, Array.from({ length: 99 }, () => ['x'.repeat(99)])]),
      ),
    },
  ],
  [
    'a long URL',
    { request: { method: 'get', url: `https://a.example/${'b'.repeat(100_000)}`, headers: {} } },
  ],
  ['deep nesting', { task: Array.from({ length: 500 }).reduce<object>((inner) => ({ inner }), {}) }],
])('an event with %s is reduced to a few kilobytes, with its installation', (_, more) => {
  const event = kept('task', { installationId: 'I'.repeat(30), ...more });
  expect(event).toMatchObject({ eventId: 'E', type: 'task', installationId: 'I'.repeat(30) });
  expect(sizeOf(event)).toBeLessThanOrEqual(4096);
  expect(JSON.stringify(event).isWellFormed()).toBe(true);
  expect(JSON.stringify(event)).not.toMatch(/\\ud[89a-f]/i);
});

test('a small event is kept unchanged', () => {
  const task = { type: 'greet', list: [1, null, { a: 'b' }], text: 'x'.repeat(900) };
  expect(kept('task', { task })).toEqual({ eventId: 'E', type: 'task', task });
});
