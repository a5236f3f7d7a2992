import type { Response } from '../../api/operations.ts';

/** The merge rules of an organization. */
export type MergeRules = Response<'GET', '/orgs/{organizationId}'>['mergeRules'];
type Rule = Extract<MergeRules, { readonly type: 'rules' }>['rules'][number];

/** The rules that are on or off. */
export const SIMPLE_RULES = [
  {
    id: 'require_at_least_one_review',
    label: 'At least one review',
    description: 'Somebody other than the author has reviewed the change request.',
  },
  {
    id: 'require_all_reviews_approved',
    label: 'No request for changes',
    description: 'Everybody who reviewed it has approved it.',
  },
  {
    id: 'require_up_to_date_change_request',
    label: 'Up to date',
    description: 'It contains the latest changes of the space.',
  },
  { id: 'require_change_request_subject', label: 'A subject', description: 'It has a subject.' },
  {
    id: 'require_change_request_description',
    label: 'A description',
    description: 'It has a description.',
  },
] as const;

/** The rules that name people. */
export const PEOPLE_RULES = [
  {
    id: 'require_specific_reviewers',
    label: 'All of them must approve',
    hint: 'A change request is merged when each of them has approved it.',
  },
  {
    id: 'require_one_of_specific_reviewers',
    label: 'One of them must approve',
    hint: 'A change request is merged when at least one of them has approved it.',
  },
  {
    id: 'allow_bypass',
    label: 'May merge without',
    hint: 'They can merge although a rule is not met.',
  },
] as const;

type SimpleId = (typeof SIMPLE_RULES)[number]['id'];
type PeopleId = (typeof PEOPLE_RULES)[number]['id'];

/** Merge rules as the form has them. */
export interface RulesForm {
  readonly simple: Readonly<Partial<Record<SimpleId, boolean>>>;
  readonly people: Readonly<Partial<Record<PeopleId, readonly string[]>>>;
  /** Expressions, one a line. */
  readonly expressions: string;
  /** Rules that the form does not show, which stay as they are. */
  readonly others: readonly Rule[];
}

const isSimple = (rule: string): rule is SimpleId => SIMPLE_RULES.some(({ id }) => id === rule);
const isPeople = (rule: string): rule is PeopleId => PEOPLE_RULES.some(({ id }) => id === rule);

/** The form of merge rules. */
export const formOf = (mergeRules: MergeRules): RulesForm => {
  const rules = mergeRules.type === 'rules' ? mergeRules.rules : [];
  const people: Partial<Record<PeopleId, readonly string[]>> = {};
  for (const rule of rules)
    if ('users' in rule && isPeople(rule.rule))
      people[rule.rule] = [...new Set([...(people[rule.rule] ?? []), ...rule.users])];
  return {
    simple: Object.fromEntries(rules.filter(({ rule }) => isSimple(rule)).map(({ rule }) => [rule, true])),
    people,
    expressions: rules.flatMap((rule) => ('expression' in rule ? [rule.expression] : [])).join('\n'),
    others: rules.filter(({ rule }) => !isSimple(rule) && !isPeople(rule) && rule !== 'custom'),
  };
};

/** The merge rules of a form. */
export const rulesOf = ({ simple, people, expressions, others }: RulesForm): MergeRules => {
  const rules: Rule[] = [
    ...SIMPLE_RULES.filter(({ id }) => simple[id]).map(({ id }) => ({ rule: id })),
    ...PEOPLE_RULES.flatMap(({ id }) =>
      (people[id]?.length ?? 0) > 0 ? [{ rule: id, users: [...people[id]!] }] : [],
    ),
    ...expressions
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean)
      .map((expression) => ({ rule: 'custom' as const, expression })),
    ...others,
  ];
  return rules.length === 0 ? { type: 'none' } : { type: 'rules', rules };
};
