import { expect, test } from 'vitest';
import { type Access, originInWords } from './origin-words.ts';

const inWords = (origin: Access['origin'], permission: Access['permission'] = 'edit') =>
  originInWords({ permission, origin, user: {} as Access['user'] }, 'here', (id) =>
    id === 'above' ? 'Products' : undefined,
  );
const here = { kind: 'space', id: 'here' } as const;
const above = { kind: 'collection', id: 'above' } as const;
const hidden = { kind: 'collection', id: 'hidden' } as const;

test('the reason names what decides, and where', () => {
  expect(inWords({ type: 'organization' })).toBe('Editor in the organization');
  expect(inWords({ type: 'organization' }, 'admin')).toBe('Administrator of the organization');
  expect(inWords({ type: 'grant', content: here })).toBe('Shared with them');
  expect(inWords({ type: 'grant', content: above })).toBe('Shared with them on “Products”');
  expect(inWords({ type: 'grant', content: hidden })).toBe('Shared with them on a collection above');
  expect(inWords({ type: 'team', content: here, team: { id: 't', title: 'Writers' } })).toBe(
    'By the team “Writers”',
  );
  expect(inWords({ type: 'team', content: above, team: { id: 't' } })).toBe(
    'By the team they are in on “Products”',
  );
  expect(inWords({ type: 'default', content: here })).toBe('As everybody in the organization');
  expect(inWords({ type: 'default', content: above })).toBe('As everybody on “Products”');
  expect(inWords({ type: 'creator', content: here })).toBe('Created it');
});
