import { expect, test } from 'vitest';
import { actionName, differencesOf } from './event-words.ts';

test('changed fields are listed with both values', () => {
  expect(
    differencesOf({
      payload: {
        fields: ['title', 'hostname'],
        changes: { title: { from: 'Old', to: 'New' }, hostname: { from: null, to: 'acme' } },
        address: '203.0.113.7',
      },
    }),
  ).toEqual([
    { name: 'title', before: 'Old', after: 'New' },
    { name: 'hostname', before: 'none', after: 'acme' },
  ]);
});

test('grants are listed by person, and a change of the whole by itself', () => {
  expect(differencesOf({ payload: { users: { ann: { to: 'edit' }, ben: { from: 'read' } } } })).toEqual([
    { name: 'users → ann', before: undefined, after: 'edit' },
    { name: 'users → ben', before: 'read', after: undefined },
  ]);
  expect(differencesOf({ payload: { from: 'read', to: null, invite: 'i1' } })).toEqual([
    { name: 'from', after: 'read' },
    { name: 'to', after: 'none' },
    { name: 'invite', after: 'i1' },
  ]);
  expect(differencesOf({ payload: { from: 'read', to: 'edit' } })).toEqual([
    { name: 'value', before: 'read', after: 'edit' },
  ]);
  expect(differencesOf({ payload: { list: ['a', 1] } })).toEqual([{ name: 'list', after: '["a",1]' }]);
  expect(differencesOf({})).toEqual([]);
});

test('actions are named', () => {
  expect(actionName('space.access-changed')).toBe('Space access changed');
  expect(actionName('member.sso-released')).toBe('Member single sign-on released');
});
