/** An organization of the benchmark. */
export interface BenchOrganization {
  readonly url: string;
  readonly token: string;
  readonly organizationId: string;
}

/** Calls an operation of the organization. */
export const call = async (
  { url, token, organizationId }: BenchOrganization,
  method: string,
  at: string,
  body?: unknown,
) => {
  const response = await fetch(`${url}/v1/orgs/${organizationId}/${at}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${at}: ${response.status} ${await response.text()}`);
  return response.status === 204 ? undefined : response.json();
};

/** Sends each text as a conversation. */
export const send = async (organization: BenchOrganization, texts: readonly string[], atOnce: number) => {
  const conversations = texts.map((body, i) => ({
    id: String(i),
    metadata: { url: `https://organization.test/${i}` },
    parts: [{ type: 'message', role: 'user', body }],
  }));
  for (let from = 0; from < conversations.length; from += atOnce)
    await call(organization, 'POST', 'conversations', conversations.slice(from, from + atOnce));
};

/** Waits some milliseconds. */
export const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits until all conversations are processed. */
export const processed = async (organization: BenchOrganization) => {
  for (;;) {
    const { items } = (await call(organization, 'GET', 'conversations?limit=1')) as {
      items: { processedAt?: string }[];
    };
    if (items[0]?.processedAt) return;
    await sleep(200);
  }
};

/** Waits until clustering is done. */
export const clustered = async (organization: BenchOrganization) => {
  for (;;) {
    const { count } = (await call(organization, 'GET', 'conversations-clusters?status=pending&limit=1')) as {
      count: number;
    };
    if (count === 0) return;
    await sleep(500);
  }
};
