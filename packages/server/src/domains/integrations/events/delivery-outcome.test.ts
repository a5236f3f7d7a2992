import { expect, test } from 'vitest';
import type { ScriptFailure } from '../../../kernel/integration-scripts.ts';
import { scriptBody } from '../../../kernel/script-body.ts';
import { eventOutcomeOf } from './delivery-outcome.ts';

const answer = (status: number) => ({ status, headers: [], body: scriptBody([]) });
const fault = (kind: ScriptFailure['kind']) => ({
  kind,
  message: 'So it is',
});

test('an event interrupted by a shutdown is released without counting an attempt', () =>
  expect([0, 3].map((tries) => eventOutcomeOf(fault('stopping'), tries))).toEqual([
    { is: 'released' },
    { is: 'released' },
  ]));

test.each([200, 202, 204])('the status %i delivers an event', (status) =>
  expect(eventOutcomeOf(answer(status), 0)).toEqual({ is: 'delivered' }),
);

test('the status 406 ignores an event', () =>
  expect(eventOutcomeOf(answer(406), 0)).toEqual({ is: 'ignored' }));

test.each([answer(302), answer(400), answer(404), answer(429), fault('too-large')])(
  '%j fails an event without retries',
  (outcome) => expect(eventOutcomeOf(outcome, 0)).toEqual({ is: 'failed' }),
);

test.each([
  answer(500),
  answer(503),
  fault('timeout'),
  fault('crashed'),
  fault('unloadable'),
  fault('unavailable'),
])('%j is retried three times, and then fails', (outcome) =>
  expect([0, 1, 2, 3, 4].map((tries) => eventOutcomeOf(outcome, tries))).toEqual([
    { is: 'retried', afterMs: 5000 },
    { is: 'retried', afterMs: 30_000 },
    { is: 'retried', afterMs: 180_000 },
    { is: 'failed' },
    { is: 'failed' },
  ]),
);
