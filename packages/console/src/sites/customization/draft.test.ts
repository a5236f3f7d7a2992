import { expect, test } from 'vitest';
import { type Customization, forSaving, withAction, withActions, withFields } from './draft.ts';

const SETTINGS = {
  title: ' ',
  header: { preset: 'default', links: [], logo: { light: '', dark: '' } },
  footer: { groups: [], copyright: '' },
  announcement: { enabled: false, message: '', style: 'info' },
  socialPreview: { url: '' },
  privacyPolicy: { url: 'https://example.com/privacy' },
  pageActions: { externalAI: true, markdown: true, mcp: false, items: ['markdown', 'external-ai'] },
  pdf: { enabled: false },
  git: { showEditLink: false },
} as unknown as Customization;

test('emptied fields are left out', () => {
  expect(forSaving(SETTINGS)).toEqual({
    header: { preset: 'default', links: [] },
    footer: { groups: [] },
    socialPreview: {},
    privacyPolicy: { url: 'https://example.com/privacy' },
    pageActions: SETTINGS.pageActions,
    pdf: { enabled: false },
    git: { showEditLink: false },
  });
});

test('switches follow the list of page actions', () => {
  const items = withAction(withAction(SETTINGS.pageActions.items, 'pdf', true), 'external-ai', false);
  const changed = withActions(withFields(SETTINGS, 'pageActions', { items }));
  expect(changed.pageActions).toEqual({
    externalAI: false,
    markdown: true,
    mcp: false,
    items: ['markdown', 'pdf'],
  });
  expect(changed.pdf).toEqual({ enabled: true });
});
