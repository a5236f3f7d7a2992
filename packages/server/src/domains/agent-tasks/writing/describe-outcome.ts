import type { RichText } from '../../../kernel/contract/document-schemas.ts';
import type { TaskOutcome, TaskRow } from '../agent-tasks.store.ts';
import type { TaskReport, TaskSource } from '../task-report.ts';

/** The outcomes whose change request gets a description. */
export type DescribedOutcome = Exclude<TaskOutcome, 'by-hand' | 'stopped'>;

const NOTES: Readonly<Record<DescribedOutcome, string>> = {
  written: 'A language model wrote these changes. It may be wrong: review them like those of a person.',
  'no-model': 'This server has no language model, so nothing is written yet.',
  'model-failed': 'The language model did not answer, so nothing is written yet.',
  'no-change': 'The language model proposed no change that could be used, so nothing is written yet.',
};

type Node = RichText['nodes'][number];

const text = (content: string): Node => ({
  object: 'text',
  leaves: [{ object: 'leaf', text: content, marks: [] }],
});

const link = (url: string, content: string): Node => ({
  object: 'inline',
  type: 'link',
  data: { ref: { kind: 'url', url } },
  nodes: [text(content)],
});

const block = (type: string, nodes: Node[], data = {}): Node => ({ object: 'block', type, data, nodes });
const paragraph = (...nodes: Node[]): Node => block('paragraph', nodes);

const list = (title: string, items: readonly Node[][]): Node[] =>
  items.length === 0
    ? []
    : [
        paragraph(text(title)),
        block(
          'list-unordered',
          items.map((nodes) => block('list-item', [paragraph(...nodes)])),
        ),
      ];

const nameOf = ({ title, heading }: TaskSource): string =>
  heading === undefined ? title : `${title} › ${heading}`;

/** Where a task and the found sections are in the app. */
interface Addresses {
  readonly task: string;
  readonly source: (source: TaskSource) => string;
}

// The summary of a cluster is for readers of conversations; a change request has more readers, so it links to the task.
/** The description of the change request of a task: why there is one, what became of it, and its sources. */
export const describeOutcome = (
  task: Pick<TaskRow, 'title' | 'instructions'>,
  outcome: DescribedOutcome,
  { reasons, sources }: TaskReport,
  brokenLinks: readonly string[],
  addresses: Addresses,
): RichText => ({
  object: 'document',
  data: {},
  nodes: [
    paragraph(text('Task: '), link(addresses.task, task.title), text('')),
    ...task.instructions
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => paragraph(text(line))),
    block('hint', [paragraph(text(NOTES[outcome]))], { style: 'info' }),
    ...list(
      'Changes',
      reasons.map(({ title, reason }) => [text(`${title}: ${reason}`)]),
    ),
    ...list(
      'Links that lead nowhere',
      brokenLinks.map((address) => [text(address)]),
    ),
    ...list(
      'Sources',
      sources.map((source) => [text(''), link(addresses.source(source), nameOf(source)), text('')]),
    ),
    ...(sources.length === 0 ? [paragraph(text('No page of the space is about this.'))] : []),
  ],
});
