import { compileExpression, type ExpressionContext, evaluate } from '@lectern/document';
import type { Static } from 'typebox';
import type { StandaloneMergeRules } from '../../organizations/index.ts';

type Rules = Extract<Static<typeof StandaloneMergeRules>, { type: 'rules' }>['rules'];
type Rule = Rules[number];

/** What merge rules judge. */
export interface MergeRuleFacts {
  readonly actorId: string;
  readonly subject: string;
  readonly hasDescription: boolean;
  readonly outdated: boolean;
  /** The last word of everybody who reviewed, by user; what was said of an older revision counts. */
  readonly latestReviews: ReadonlyMap<string, 'approved' | 'changes-requested'>;
  /** What expressions see. */
  readonly context: ExpressionContext;
}

/** A rule that is not met, by its place in the list, and why. */
export interface UnmetRule {
  readonly index: number;
  readonly rule: string;
  readonly message: string;
}

const usersOf = (rule: Rule): readonly string[] => ('users' in rule ? rule.users : []);

const evaluateExpressionRule = (source: string, context: ExpressionContext): string | undefined => {
  const compilation = compileExpression(source);
  if (!compilation.ok)
    return `its expression is wrong at character ${compilation.offset}: ${compilation.message}`;
  const result = evaluate(compilation.expression, context);
  if (!result.ok) return `its expression has no value: ${result.message}`;
  return result.value ? undefined : `its expression is false: ${source}`;
};

// Why each rule is not met; nothing where it is.
const MERGE_RULES: Readonly<Record<Rule['rule'], (rule: Rule, facts: MergeRuleFacts) => string | undefined>> =
  {
    allow_bypass: () => undefined,
    require_at_least_one_review: (_, { latestReviews }) =>
      latestReviews.size > 0 ? undefined : 'nobody has reviewed the change request',
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
        : `it is approved by none of ${usersOf(rule).join(', ')}`,
    require_agent_review: () => 'no agent has reviewed the change request',
    require_up_to_date_change_request: (_, { outdated }) =>
      outdated ? 'the space has changed since the change request was last brought up to date' : undefined,
    require_change_request_subject: (_, { subject }) => (subject.trim() ? undefined : 'it has no subject'),
    require_change_request_description: (_, { hasDescription }) =>
      hasDescription ? undefined : 'it has no description',
    custom: (rule, { context }) =>
      'expression' in rule ? evaluateExpressionRule(rule.expression, context) : undefined,
  };

/** The rules that stand against a merge; none where one of them lets this person pass them all. */
export const unmetRules = (rules: Rules, facts: MergeRuleFacts): UnmetRule[] => {
  const mayPass = rules.some((rule) => rule.rule === 'allow_bypass' && usersOf(rule).includes(facts.actorId));
  if (mayPass) return [];
  return rules.flatMap((rule, index) => {
    const why = MERGE_RULES[rule.rule](rule, facts);
    return why === undefined ? [] : [{ index, rule: rule.rule, message: `${rule.rule}: ${why}` }];
  });
};
