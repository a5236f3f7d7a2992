import type { Conflict } from '@lectern/document';
import { ApiError } from '../../kernel/errors/errors.ts';

/** A conflict with the title and path of the content, where it has them. */
export interface NamedConflict extends Pick<Conflict, 'kind' | 'id' | 'field'> {
  readonly title?: string;
  readonly path?: string;
}

const MAX_IN_MESSAGE = 5;

const describe = ({ kind, id, field, title, path }: NamedConflict): string => {
  const name = title === undefined ? '' : ` “${title}”`;
  const location = path === undefined ? '' : ` in ${path}`;
  return `${kind}${name}${location} (${field}; ${id})`;
};

/** The space and the repository changed the same content differently. */
export class RepositoryConflictError extends ApiError {
  readonly conflicts: readonly NamedConflict[];

  constructor(count: number, conflicts: readonly NamedConflict[]) {
    const number = count === 1 ? 'is one conflict' : `are ${count} conflicts`;
    const names = conflicts.slice(0, MAX_IN_MESSAGE).map(describe).join(', ');
    super(409, `There ${number} between the repository and the space: ${names}`);
    this.conflicts = conflicts;
  }
}
