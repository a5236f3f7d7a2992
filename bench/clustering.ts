import { clusterMetrics } from '../packages/issues/src/cluster-metrics.ts';
import { call, type Desk, inOrder, processed, send } from './desk.ts';
import { bankingQuestions, fixtureQuestions, type Labelled } from './questions.ts';

interface Listed {
  readonly issue: { readonly cluster?: string };
  readonly conversation: { readonly urls: { readonly source?: string } };
}

const listAll = async (desk: Desk): Promise<Listed[]> => {
  const all: Listed[] = [];
  for (let page = ''; ; ) {
    const list = (await call(desk, 'GET', `conversations-issues?limit=1000${page}`)) as {
      items: Listed[];
      next?: { page: string };
    };
    all.push(...list.items);
    if (!list.next) return all;
    page = `&page=${list.next.page}`;
  }
};

const measure = async (desk: Desk, name: string, questions: readonly Labelled[]): Promise<string> => {
  if (questions.length === 0) return `Clustering of ${name}: skipped, for it is not here (LECTERN_CORPORA)`;
  const texts = questions.map(({ text }) => text);
  const labels = questions.map(({ label }) => label);
  await send(desk, texts, 500);
  await processed(desk);
  await inOrder(desk);
  const found = new Map<string, string>();
  // Of several issues, the first that was found counts.
  for (const { issue, conversation } of await listAll(desk))
    found.set(conversation.urls.source!.split('/').at(-1)!, issue.cluster!);
  const { rand, v, clusters } = clusterMetrics(
    labels,
    questions.map((_, i) => found.get(String(i)) ?? `none ${i}`),
  );
  const { count: listed } = (await call(desk, 'GET', 'conversations-clusters?limit=1')) as { count: number };
  return `Clustering of ${name}, ${questions.length} questions about ${new Set(labels).size} things: ARI ${rand.toFixed(3)}, V-measure ${v.toFixed(3)}, ${clusters} clusters, ${listed} of them listed`;
};

/** How well questions are put together, through the API, by labels that the program never sees. */
export const measureClustering = async (newDesk: () => Promise<Desk>): Promise<string> => {
  const sets = {
    BANKING77: bankingQuestions(),
    'support in five languages': fixtureQuestions('support'),
    'other languages': fixtureQuestions('other-languages'),
  };
  const told: string[] = [];
  for (const [name, questions] of Object.entries(sets))
    told.push(await measure(await newDesk(), name, questions));
  return told.join('\n');
};
