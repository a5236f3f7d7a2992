import { InvalidArgumentError } from 'commander';

/** Reads an option that is a text of some length, as the API would take it. */
export const parseText =
  (longest: number) =>
  (text: string): string => {
    const trimmed = text.trim();
    const { length } = [...trimmed];
    if (length === 0 || length > longest)
      throw new InvalidArgumentError(`It must have 1 to ${longest} characters.`);
    return trimmed;
  };
