import { expect, test } from 'vitest';
import type { Customization } from './draft.ts';
import { mergeDraft } from './merge-draft.ts';

const settings = (fields: object) => fields as unknown as Customization;
const BASE = settings({
  title: 'Docs',
  styling: { theme: 'clean', tint: { color: '#111111' } },
  footer: { groups: [] },
});

test('settings that somebody else saved meanwhile are kept', () => {
  const draft = settings({ ...BASE, styling: { ...BASE.styling, theme: 'bold' } });
  const current = settings({
    title: 'Manual',
    styling: { theme: 'clean' },
    footer: { groups: [], copyright: '© Acme' },
  });
  expect(mergeDraft(BASE, draft, current)).toEqual({
    settings: { title: 'Manual', styling: { theme: 'bold' }, footer: { groups: [], copyright: '© Acme' } },
    conflicts: [],
  });
});

test('settings that both changed are conflicts, and the draft has them', () => {
  const draft = settings({ ...BASE, title: 'Mine', styling: { theme: 'bold' } });
  const current = settings({ ...BASE, title: 'Theirs', styling: { theme: 'muted' } });
  expect(mergeDraft(BASE, draft, current)).toEqual({
    settings: { title: 'Mine', styling: { theme: 'bold' }, footer: { groups: [] } },
    conflicts: ['title', 'styling.theme'],
  });
});

test('the same change by both is no conflict', () => {
  const draft = settings({ ...BASE, title: 'Same' });
  expect(mergeDraft(BASE, draft, draft)).toEqual({ settings: draft, conflicts: [] });
});
