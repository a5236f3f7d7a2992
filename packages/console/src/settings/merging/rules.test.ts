import { expect, test } from 'vitest';
import { formOf, type MergeRules, rulesOf } from './rules.ts';

test('a form keeps all rules', () => {
  const rules: MergeRules = {
    type: 'rules',
    rules: [
      { rule: 'require_at_least_one_review' },
      { rule: 'require_specific_reviewers', users: ['ann', 'ben'] },
      { rule: 'custom', expression: 'changes.size < 10' },
      { rule: 'require_agent_review' },
    ],
  };
  expect(rulesOf(formOf(rules))).toEqual(rules);
  expect(rulesOf(formOf({ type: 'none' }))).toEqual({ type: 'none' });
});

test('empty rules are left out', () => {
  const form = formOf({ type: 'none' });
  expect(
    rulesOf({
      ...form,
      simple: { require_change_request_subject: false },
      people: { allow_bypass: [] },
      expressions: '\n  \n',
    }),
  ).toEqual({ type: 'none' });
});
