import { InvalidArgumentError } from 'commander';

/** Parses a text option with a maximum length. */
export const parseText =
  (maxLength: number) =>
  (text: string): string => {
    const trimmed = text.trim();
    const { length } = [...trimmed];
    if (length === 0 || length > maxLength)
      throw new InvalidArgumentError(`Expected 1 to ${maxLength} characters.`);
    return trimmed;
  };
