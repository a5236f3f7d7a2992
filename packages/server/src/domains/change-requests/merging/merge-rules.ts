import { compileExpression, type ExpressionContext, evaluate } from '@lectern/document';
import type { Static } from 'typebox';
import type { StandaloneMergeRules } from '../../organizations/index.ts';

type Rules = Extract<Static<typeof StandaloneMergeRules>, { type: 'rules' }>['rules'];
type Rule = Rules[number];

/** The facts that merge rules check. */
export interface MergeRuleFacts {
  readonly actorId: string;
  readonly subject: string;
  readonly hasDescription: boolean;
  readonly outdated: boolean;
  /** The latest review of each reviewer, outdated ones included, by user. */
  readonly latestReviews: ReadonlyMap<string, 'approved' | 'changes-requested'>;
  /** The variables of expressions. */
  readonly context: ExpressionContext;
}

/** A rule that is not met, with its index in the list and the reason. */
export interface UnmetRule {
  readonly index: number;
  readonly rule: string;
  readonly message: string;
}

/** A rule with its result. */
export interface RuleResult {
  readonly rule: string;
  readonly isMet: boolean;
  readonly message?: string;
  readonly users?: string[];
}

const usersOf = (rule: Rule): readonly string[] => ('users' in rule ? rule.users : []);

const evaluateExpressionRule = (source: string, context: ExpressionContext): string | undefined => {
  const compilation = compileExpression(source);
  if (!compilation.ok)
    return `the expression is invalid (character ${compilation.offset}): ${compilation.message}`;
  const result = evaluate(compilation.expression, context);
  if (!result.ok) return `the expression could not be evaluated: ${result.message}`;
  return result.value ? undefined : `the expression is false: ${source}`;
};

// The check of each rule: returns the reason if the rule is not met.
const MERGE_RULES: Readonly<Record<Rule['rule'], (rule: Rule, facts: MergeRuleFacts) => string | undefined>> =
  {
    allow_bypass: () => undefined,
    require_at_least_one_review: (_, { latestReviews }) =>
      latestReviews.size > 0 ? undefined : 'it has no review',
    require_all_reviews_approved: (_, { latestReviews }) => {
      const others = [...latestReviews].filter(([, verdict]) => verdict !== 'approved').map(([user]) => user);
      return others.length === 0 ? undefined : `changes were requested by ${others.join(', ')}`;
    },
    require_specific_reviewers: (rule, { latestReviews }) => {
      const others = usersOf(rule).filter((user) => latestReviews.get(user) !== 'approved');
      return others.length === 0 ? undefined : `it is not approved by ${others.join(', ')}`;
    },
    require_one_of_specific_reviewers: (rule, { latestReviews }) =>
      usersOf(rule).some((user) => latestReviews.get(user) === 'approved')
        ? undefined
        : `none of these reviewers has approved it: ${usersOf(rule).join(', ')}`,
    require_agent_review: () => 'reviews by agents are not supported: remove this rule',
    require_up_to_date_change_request: (_, { outdated }) =>
      outdated ? 'it is not up to date with the space' : undefined,
    require_change_request_subject: (_, { subject }) => (subject.trim() ? undefined : 'it has no subject'),
    require_change_request_description: (_, { hasDescription }) =>
      hasDescription ? undefined : 'it has no description',
    custom: (rule, { context }) =>
      'expression' in rule ? evaluateExpressionRule(rule.expression, context) : undefined,
  };

const mayBypass = (rules: Rules, { actorId }: MergeRuleFacts): boolean =>
  rules.some((rule) => rule.rule === 'allow_bypass' && usersOf(rule).includes(actorId));

/** The result of every rule that applies to the user; none if `allow_bypass` exempts them. */
export const ruleResults = (rules: Rules, facts: MergeRuleFacts): RuleResult[] =>
  mayBypass(rules, facts)
    ? []
    : rules
        .filter(({ rule }) => rule !== 'allow_bypass')
        .map((rule) => {
          const message = MERGE_RULES[rule.rule](rule, facts);
          return {
            rule: rule.rule,
            isMet: message === undefined,
            ...(message !== undefined && { message }),
            ...(usersOf(rule).length > 0 && { users: [...usersOf(rule)] }),
          };
        });

/** The rules that prevent a merge; none if `allow_bypass` exempts the user. */
export const unmetRules = (rules: Rules, facts: MergeRuleFacts): UnmetRule[] => {
  if (mayBypass(rules, facts)) return [];
  return rules.flatMap((rule, index) => {
    const reason = MERGE_RULES[rule.rule](rule, facts);
    return reason === undefined ? [] : [{ index, rule: rule.rule, message: `${rule.rule}: ${reason}` }];
  });
};
