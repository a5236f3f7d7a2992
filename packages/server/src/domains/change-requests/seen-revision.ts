import { conflict } from '../../kernel/errors/errors.ts';

/** Refuses to approve or merge content that has changed since the caller read it. */
export const requireSeen = (
  { revision_id }: { readonly revision_id: string },
  seen: string | undefined,
  action: 'review' | 'merge',
): void => {
  if (seen !== undefined && seen !== revision_id)
    throw conflict(
      `This change request has changed since you read it: read it again before you ${action} it`,
    );
};
