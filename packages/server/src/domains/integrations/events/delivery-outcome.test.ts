import { expect, test } from 'vitest';
import type { ScriptFailure } from '../../../kernel/integration-scripts.ts';
import { eventOutcomeOf } from './delivery-outcome.ts';

const answer = (status: number) => ({ status, headers: [], body: new Uint8Array() });
const fault = (kind: ScriptFailure['kind']) => ({
  kind,
  message: 'So it is',
});

test('what could not be given because the server stops counts for nothing, however often', () =>
  expect([0, 3].map((tries) => eventOutcomeOf(fault('stopping'), tries))).toEqual([
    { is: 'released' },
    { is: 'released' },
  ]));

test.each([200, 202, 204])('%i takes an event', (status) =>
  expect(eventOutcomeOf(answer(status), 0)).toEqual({ is: 'delivered' }),
);

test('406 says that nobody listens to such events', () =>
  expect(eventOutcomeOf(answer(406), 0)).toEqual({ is: 'ignored' }));

test.each([answer(302), answer(400), answer(404), answer(429), fault('too-large')])(
  '%j would be the same again',
  (outcome) => expect(eventOutcomeOf(outcome, 0)).toEqual({ is: 'failed' }),
);

test.each([
  answer(500),
  answer(503),
  fault('timeout'),
  fault('crashed'),
  fault('unloadable'),
  fault('unavailable'),
])('%j is tried again three times, and then given up', (outcome) =>
  expect([0, 1, 2, 3, 4].map((tries) => eventOutcomeOf(outcome, tries))).toEqual([
    { is: 'retried', afterMs: 5000 },
    { is: 'retried', afterMs: 30_000 },
    { is: 'retried', afterMs: 180_000 },
    { is: 'failed' },
    { is: 'failed' },
  ]),
);
