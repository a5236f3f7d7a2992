import { ContentError } from '@lectern/document';
import type { Draft } from '../../revisions/index.ts';

const VARIABLE_NAME = /^[A-Za-z][A-Za-z0-9_]{0,63}$/;

/** Sets variables of a space; null removes one. */
export const setVariables = (draft: Draft, variables: Readonly<Record<string, unknown>>): void => {
  const invalidValue = (name: string, message: string) =>
    new ContentError('invalid', `variables.${name}`, message);
  for (const [name, value] of Object.entries(variables)) {
    if (!VARIABLE_NAME.test(name)) throw invalidValue(name, 'is not a valid variable name');
    if (value !== null && !['string', 'number', 'boolean'].includes(typeof value))
      throw invalidValue(name, 'must be a string, a number, a boolean or null');
    if (typeof value === 'string' && value.length > 256)
      throw invalidValue(name, 'must not have more than 256 characters');
    draft.setVariable(name, value === null ? undefined : (value as string));
  }
};
