import { ApiError, isTemporary } from '../../api/client.ts';

/**
 * Why text is not on the server: it cannot be reached, the session has ended, the page was deleted, the space or the change request
 * takes no more changes of this person, or the text itself is refused.
 */
export interface Obstacle {
  readonly kind: 'offline' | 'signed-out' | 'deleted' | 'closed' | 'refused';
  readonly message: string;
}

const KINDS: Readonly<Record<number, Obstacle['kind']>> = {
  401: 'signed-out',
  403: 'closed',
  404: 'deleted',
  409: 'closed',
};

const kindOf = (error: unknown): Obstacle['kind'] => {
  if (isTemporary(error)) return 'offline';
  return (error instanceof ApiError && KINDS[error.status]) || 'refused';
};

/** Why text could not be sent. */
export const obstacleOf = (error: unknown): Obstacle => ({
  kind: kindOf(error),
  message: (error as Error).message,
});
