import { clusterMetrics } from '../packages/issues/src/cluster-metrics.ts';
import { type BenchOrganization, call, clustered, processed, send } from './organization.ts';
import { bankingQuestions, fixtureQuestions, type Labelled } from './questions.ts';

interface Listed {
  readonly issue: { readonly cluster?: string };
  readonly conversation: { readonly urls: { readonly source?: string } };
}

const listAll = async (organization: BenchOrganization): Promise<Listed[]> => {
  const all: Listed[] = [];
  for (let page = ''; ; ) {
    const list = (await call(organization, 'GET', `conversations-issues?limit=1000${page}`)) as {
      items: Listed[];
      next?: { page: string };
    };
    all.push(...list.items);
    if (!list.next) return all;
    page = `&page=${list.next.page}`;
  }
};

const measure = async (
  organization: BenchOrganization,
  name: string,
  questions: readonly Labelled[],
): Promise<string> => {
  if (questions.length === 0) return `Clustering of ${name}: skipped, because it is not in LECTERN_CORPORA`;
  const texts = questions.map(({ text }) => text);
  const labels = questions.map(({ label }) => label);
  await send(organization, texts, 500);
  await processed(organization);
  await clustered(organization);
  const found = new Map<string, string>();
  // Of several issues, the first counts.
  for (const { issue, conversation } of await listAll(organization))
    found.set(conversation.urls.source!.split('/').at(-1)!, issue.cluster!);
  const { rand, v, clusters } = clusterMetrics(
    labels,
    questions.map((_, i) => found.get(String(i)) ?? `none ${i}`),
  );
  const { count: listed } = (await call(organization, 'GET', 'conversations-clusters?limit=1')) as {
    count: number;
  };
  return `Clustering of ${name}, ${questions.length} questions about ${new Set(labels).size} things: ARI ${rand.toFixed(3)}, V-measure ${v.toFixed(3)}, ${clusters} clusters, ${listed} of them listed`;
};

/** Measures the quality of clustering through the API against labels that the server never gets. */
export const measureClustering = async (
  createOrganization: () => Promise<BenchOrganization>,
): Promise<string> => {
  const sets = {
    BANKING77: bankingQuestions(),
    'support in five languages': fixtureQuestions('support'),
    'other languages': fixtureQuestions('other-languages'),
  };
  const results: string[] = [];
  for (const [name, questions] of Object.entries(sets))
    results.push(await measure(await createOrganization(), name, questions));
  return results.join('\n');
};
