import type { Response } from '../api/operations.ts';

/** The obstacles to a merge. */
export type MergeStatus = Response<'GET', '/spaces/{spaceId}/change-requests/{changeRequestId}/merge-status'>;

type Rule = MergeStatus['rules'][number];

const SENTENCES: Readonly<Record<string, (names: string) => string>> = {
  require_at_least_one_review: () => 'At least one person has reviewed it',
  require_all_reviews_approved: () => 'Everybody who reviewed it has approved it',
  require_specific_reviewers: (names) => `${names} approved it`,
  require_one_of_specific_reviewers: (names) => `One of ${names} approved it`,
  require_agent_review: () =>
    'An agent has reviewed it, which this version does not support: remove this rule',
  require_up_to_date_change_request: () => 'It contains the latest changes of the space',
  require_change_request_subject: () => 'It has a subject',
  require_change_request_description: () => 'It has a description',
};

/** The names in a list, such as “Ann, Ben and Cleo”. */
export const listOfNames = (names: readonly string[]): string =>
  new Intl.ListFormat('en', { type: 'conjunction' }).format(names);

/** A merge rule as a sentence that is true once the rule is met. */
export const ruleInWords = (rule: Rule, nameOf: (userId: string) => string): string => {
  const names = listOfNames((rule.users ?? []).map(nameOf));
  const sentence = SENTENCES[rule.rule];
  // A rule of its own is an expression, which the reason contains.
  return sentence ? sentence(names) : (rule.message ?? 'The rule of this space holds');
};
