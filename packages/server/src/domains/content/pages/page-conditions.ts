import { conditionHolds, type PageRecord } from '@lectern/document';

/** Whether the condition of a page holds for a visitor with these claims; pages without a condition are visible to all. */
export const isPageVisible = (
  { condition, variables = {} }: PageRecord,
  claims: Readonly<Record<string, unknown>>,
  spaceVariables: Readonly<Record<string, unknown>>,
): boolean =>
  !condition ||
  conditionHolds(condition, {
    visitor: { claims },
    space: { vars: spaceVariables },
    page: { vars: variables },
  });
