import type { Response } from '../api/operations.ts';

/** The obstacles to a merge. */
export type MergeStatus = Response<'GET', '/spaces/{spaceId}/change-requests/{changeRequestId}/merge-status'>;

type Rule = MergeStatus['rules'][number];

/** The people who reviewed a change request, by their latest verdict. */
export interface Verdicts {
  readonly approved: readonly string[];
  readonly objecting: readonly string[];
}

interface Words {
  readonly met: (names: string) => string;
  readonly missing: (names: string) => string;
}

const listOf = (type: 'conjunction' | 'disjunction') => {
  const format = new Intl.ListFormat('en', { type });
  return (names: readonly string[]): string => format.format(names);
};

/** The names in a list, such as “Ann, Ben and Cleo”. */
export const listOfNames = listOf('conjunction');
const choiceOfNames = listOf('disjunction');

const WORDS: Readonly<Record<string, Words>> = {
  require_at_least_one_review: {
    met: () => 'At least one person has reviewed it',
    missing: () => 'A review is missing: nobody has reviewed it yet',
  },
  require_all_reviews_approved: {
    met: () => 'Everybody who reviewed it has approved it',
    missing: (names) => `Everybody who reviewed it must approve it: ${names} requested changes`,
  },
  require_specific_reviewers: {
    met: (names) => `${names} approved it`,
    missing: (names) => `The approval of ${names} is missing`,
  },
  require_one_of_specific_reviewers: {
    met: (names) => `${names} approved it`,
    missing: (names) => `The approval of ${names} is missing`,
  },
  require_agent_review: {
    met: () => 'An agent has reviewed it',
    missing: () =>
      'The review of an agent is missing, which this version does not support: remove this merge rule',
  },
  require_up_to_date_change_request: {
    met: () => 'It contains the latest changes of the space',
    missing: () => 'The latest changes of the space are missing: update it from the space',
  },
  require_change_request_subject: {
    met: () => 'It has a subject',
    missing: () => 'A subject is missing',
  },
  require_change_request_description: {
    met: () => 'It has a description',
    missing: () => 'A description is missing',
  },
};

/** The people whom the sentence of a rule names: those who approved, or those who did not. */
const namesFor = (
  { rule, isMet, users = [] }: Rule,
  { approved, objecting }: Verdicts,
  nameOf: (userId: string) => string,
): string => {
  if (rule === 'require_all_reviews_approved') return listOfNames(objecting.map(nameOf));
  const named = users.filter((user) => approved.includes(user) === isMet).map(nameOf);
  return rule === 'require_one_of_specific_reviewers' && !isMet ? choiceOfNames(named) : listOfNames(named);
};

/** A merge rule as a sentence: what holds, or what is missing. */
export const ruleInWords = (rule: Rule, verdicts: Verdicts, nameOf: (userId: string) => string): string => {
  const words = WORDS[rule.rule];
  // A rule of its own is an expression, which the reason contains.
  if (!words) return rule.message ?? 'The rule of this space holds';
  return words[rule.isMet ? 'met' : 'missing'](namesFor(rule, verdicts, nameOf));
};
