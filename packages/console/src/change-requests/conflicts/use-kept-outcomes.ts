import { useState } from 'react';
import type { Outcomes } from './outcomes.ts';

const read = (name: string): Outcomes => {
  try {
    return JSON.parse(localStorage.getItem(name) ?? '{}') as Outcomes;
  } catch {
    return {};
  }
};

const nameOf = (userId: string, changeRequestId: string): string => `outcomes/${userId}/${changeRequestId}`;

/** Whether a person has written an outcome for a change request in this browser that is not saved. */
export const hasKeptText = (userId: string, changeRequestId: string): boolean =>
  Object.values(read(nameOf(userId, changeRequestId))).some(({ take }) => take === 'edit');

/** The outcomes of a person for a change request, kept in this browser until they are saved. */
export const useKeptOutcomes = (
  userId: string,
  changeRequestId: string,
): readonly [Outcomes, (outcomes: Outcomes | undefined) => void] => {
  const name = nameOf(userId, changeRequestId);
  const [outcomes, setOutcomes] = useState(() => read(name));
  const keep = (next: Outcomes | undefined) => {
    setOutcomes(next ?? {});
    try {
      if (next) localStorage.setItem(name, JSON.stringify(next));
      else localStorage.removeItem(name);
    } catch {
      // A private window, or a full disk: the outcomes are on the screen alone.
    }
  };
  return [outcomes, keep];
};
