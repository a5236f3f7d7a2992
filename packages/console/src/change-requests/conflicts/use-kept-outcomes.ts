import { useState } from 'react';
import { readKept, writeKept } from '../../unsaved/kept-value.ts';
import { isSettled, type Outcomes } from './outcomes.ts';

const nameOf = (userId: string, changeRequestId: string): string => `outcomes/${userId}/${changeRequestId}`;

/** Whether a person has written an outcome for a change request in this browser that is not saved. */
export const hasKeptText = (userId: string, changeRequestId: string): boolean =>
  Object.values(readKept<Outcomes>(nameOf(userId, changeRequestId)) ?? {}).some(
    (outcome) => outcome.take === 'edit' && isSettled(outcome),
  );

/** The outcomes of a person for a change request, kept in this browser until they are saved. */
export const useKeptOutcomes = (
  userId: string,
  changeRequestId: string,
): readonly [Outcomes, (outcomes: Outcomes | undefined) => void] => {
  const name = nameOf(userId, changeRequestId);
  const [outcomes, setOutcomes] = useState(() => readKept<Outcomes>(name) ?? {});
  const keep = (next: Outcomes | undefined) => {
    setOutcomes(next ?? {});
    writeKept(name, next);
  };
  return [outcomes, keep];
};
