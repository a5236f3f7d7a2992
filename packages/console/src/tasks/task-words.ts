import type { Task } from './queries.ts';

/** The statuses of tasks in words. */
export const STATUS_NAMES: Readonly<Record<Task['status'], string>> = {
  backlog: 'Backlog',
  started: 'Started',
  completed: 'Completed',
  canceled: 'Canceled',
};

/** What a task is about, in words. */
export const ORIGIN_NAMES: Readonly<Record<Task['origin']['type'], string>> = {
  cluster: 'Recurring question',
  question: 'Unanswered question',
  link: 'Broken links',
  instruction: 'Instruction',
};

type Outcome = NonNullable<Task['outcome']>['status'];

const OUTCOMES: Readonly<Record<Outcome, string>> = {
  pending: 'The change request is being written.',
  written: 'The language model wrote the change request. Review it like that of a person.',
  'by-hand': 'Somebody writes the change request.',
  'no-model':
    'This server has no language model. The change request lists what was found; a person writes it.',
  'model-failed':
    'The language model did not answer. The change request lists what was found; a person writes it, or the task is canceled and started again.',
  'no-change':
    'The language model proposed nothing that could be used. The change request lists what was found; a person writes it.',
  stopped:
    'Nothing was written: the change request was closed or changed meanwhile, or whoever started the task may not edit it any more.',
};

/** What became of a started task, in words. */
export const outcomeInWords = (outcome: Outcome): string => OUTCOMES[outcome];

/** The section of a page, in words. */
export const sourceName = ({
  title,
  heading,
}: {
  readonly title: string;
  readonly heading?: string | undefined;
}): string => (heading === undefined || heading === title ? title : `${title} › ${heading}`);
