/** An operation that must cost the same in large and small spaces. */
interface Step {
  readonly name: string;
  readonly run: (place: Place) => Promise<unknown>;
}

/** The space and server to measure. */
interface Place {
  readonly spaceId: string;
  readonly pageId: string;
  readonly requestId: string;
}

interface ApiResponse {
  readonly id: string;
  readonly pages: readonly { readonly id: string; readonly pages: readonly { readonly id: string }[] }[];
}

type Call = (method: string, path: string, body?: unknown) => Promise<ApiResponse>;

const ROUNDS = 11;
const PAGES_AT_ONCE = 50;
const PAGES_PER_PARENT = 10;

const callerOf =
  (url: string, token: string): Call =>
  async (method, path, body) => {
    const response = await fetch(`${url}/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 300)}`);
    return (text === '' ? {} : JSON.parse(text)) as ApiResponse;
  };

const edit = (pageId: string) => ({
  changes: [{ operation: 'update_page', page: pageId, document: { markdown: `Edited: ${Math.random()}` } }],
});

const writeSpace = async (call: Call, organizationId: string, size: number): Promise<Place> => {
  const { id: spaceId } = await call('POST', `/orgs/${organizationId}/spaces`, {
    title: `${size} pages`,
    editMode: 'live',
    empty: true,
  });
  for (let made = 0; made < size; made += PAGES_AT_ONCE) {
    const changes = Array.from({ length: Math.min(PAGES_AT_ONCE, size - made) }, (_, i) => ({
      operation: 'insert_page',
      title: `Page ${made + i}`,
      document: { markdown: `## About ${made + i}\n\nThis is page ${made + i}, and it says something.` },
      ...(i % PAGES_PER_PARENT === 0
        ? { ref: `parent${i}` }
        : { into: `parent${i - (i % PAGES_PER_PARENT)}` }),
    }));
    await call('POST', `/spaces/${spaceId}/content`, { changes });
  }
  const { pages } = await call('GET', `/spaces/${spaceId}/content/pages`);
  const pageId = pages[0]!.pages[0]!.id;
  const { id: requestId } = await call('POST', `/spaces/${spaceId}/change-requests`, { subject: 'Changes' });
  await call('POST', `/spaces/${spaceId}/change-requests/${requestId}/content`, edit(pageId));
  return { spaceId, pageId, requestId };
};

const stepsOf = (call: Call): Step[] => [
  {
    name: 'open a change request',
    run: ({ spaceId }) => call('POST', `/spaces/${spaceId}/change-requests`, { subject: 'One' }),
  },
  {
    name: 'list the changes of a one-page edit',
    run: ({ spaceId, requestId }) => call('GET', `/spaces/${spaceId}/change-requests/${requestId}/changes`),
  },
  {
    name: 'edit one page',
    run: ({ spaceId, pageId }) => call('POST', `/spaces/${spaceId}/content`, edit(pageId)),
  },
  {
    name: 'open, edit one page and merge',
    run: async ({ spaceId, pageId }) => {
      const { id } = await call('POST', `/spaces/${spaceId}/change-requests`, { subject: 'One' });
      await call('POST', `/spaces/${spaceId}/change-requests/${id}/content`, edit(pageId));
      return call('POST', `/spaces/${spaceId}/change-requests/${id}/merge`);
    },
  },
  {
    name: 'read a page as a document',
    run: ({ spaceId, pageId }) => call('GET', `/spaces/${spaceId}/content/page/${pageId}?format=document`),
  },
  // Last, because copies are indexed in the background, which would affect later measurements.
  { name: 'duplicate a space', run: ({ spaceId }) => call('POST', `/spaces/${spaceId}/duplicate`) },
];

const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;

const timeOf = async (work: () => Promise<unknown>): Promise<number> => {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
};

/** Spaces of different sizes. */
export interface Spaces {
  readonly small: Place;
  readonly large: Place;
}

/** Creates a space with 10 pages and one with 10,000. */
export const writeSpaces = async (url: string, token: string, organizationId: string): Promise<Spaces> => {
  const call = callerOf(url, token);
  return {
    small: await writeSpace(call, organizationId, 10),
    large: await writeSpace(call, organizationId, 10_000),
  };
};

/** The cost of reading a space of 10,000 pages, as a multiple of serializing the response. */
export const measureRevision = async (url: string, token: string, { large }: Spaces): Promise<string> => {
  const read = async () => {
    const response = await fetch(`${url}/v1/spaces/${large.spaceId}/content`, {
      headers: { authorization: `Bearer ${token}` },
    });
    return response.text();
  };
  const text = await read();
  const value = JSON.parse(text);
  const [reading, serializing]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    reading.push(await timeOf(read));
    serializing.push(await timeOf(async () => JSON.stringify(value)));
  }
  const [a, b] = [median(serializing), median(reading)];
  const size = `${(text.length / 1024 / 1024).toFixed(1)} MB`;
  return `read the revision of 10,000 pages: ${b.toFixed(1)} ms for ${size}, ${(b / a).toFixed(2)} × its JSON.stringify (${a.toFixed(1)} ms)`;
};

/** The cost of operations in a space of 10,000 pages, as a multiple of one with 10. */
export const measureContent = async (
  url: string,
  token: string,
  { small, large }: Spaces,
): Promise<string> => {
  const call = callerOf(url, token);
  const lines: string[] = [];
  for (const { name, run } of stepsOf(call)) {
    const [few, many]: [number[], number[]] = [[], []];
    for (const place of [small, large]) await run(place);
    // Alternating, so that a slow moment of the machine affects both.
    for (let round = 0; round < ROUNDS; round++) {
      few.push(await timeOf(() => run(small)));
      many.push(await timeOf(() => run(large)));
    }
    const [a, b] = [median(few), median(many)];
    lines.push(
      `${name.padEnd(38)} ${a.toFixed(1).padStart(8)} ms ${b.toFixed(1).padStart(8)} ms  ${(b / a).toFixed(2)} ×`,
    );
  }
  return [`${''.padEnd(38)}    10 pages  10,000 pages`, ...lines].join('\n');
};
