import { expect, test } from 'vitest';
import { type Customization, withFields } from './draft.ts';
import { overrideOf } from './override.ts';

const STORED = {
  title: 'Docs',
  styling: {
    theme: 'clean',
    primaryColor: { light: '#111111', dark: '#eeeeee' },
    tint: { color: '#123456' },
  },
  header: { preset: 'default', links: [] },
  footer: { groups: [], copyright: '© Acme' },
  socialPreview: {},
  privacyPolicy: {},
  pageActions: { externalAI: true, markdown: true, mcp: false, items: ['markdown'] },
} as unknown as Customization;

test('only changed settings are sent, and emptied ones follow the site again', () => {
  expect(overrideOf(STORED, STORED)).toEqual({});
  const colored = withFields(STORED, 'styling', { theme: 'bold', tint: undefined } as never);
  const footless = withFields({ ...colored, title: ' ' }, 'footer', { copyright: '' });
  expect(overrideOf(STORED, footless)).toEqual({
    title: null,
    styling: { theme: 'bold', tint: null },
    footer: { copyright: null },
  });
});

test('settings that belong to the site alone are not sent', () => {
  const items = ['markdown', 'pdf'] as const;
  expect(overrideOf(STORED, withFields(STORED, 'pageActions', { items: [...items] }))).toEqual({});
});
