/** Where conversations are sent. */
export interface Desk {
  readonly url: string;
  readonly token: string;
  readonly organizationId: string;
}

/** Calls an operation of the desk's organization. */
export const call = async (
  { url, token, organizationId }: Desk,
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

/** Sends each text as a conversation of its own. */
export const send = async (desk: Desk, texts: readonly string[], atOnce: number) => {
  const conversations = texts.map((body, i) => ({
    id: String(i),
    metadata: { url: `https://desk.test/${i}` },
    parts: [{ type: 'message', role: 'user', body }],
  }));
  for (let from = 0; from < conversations.length; from += atOnce)
    await call(desk, 'POST', 'conversations', conversations.slice(from, from + atOnce));
};

/** Waits so long. */
export const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits until the oldest conversations that wait are done: the newest is done last. */
export const processed = async (desk: Desk) => {
  for (;;) {
    const { items } = (await call(desk, 'GET', 'conversations?limit=1')) as {
      items: { processedAt?: string }[];
    };
    if (items[0]?.processedAt) return;
    await sleep(200);
  }
};

/** Waits until the clusters are in order. */
export const inOrder = async (desk: Desk) => {
  for (;;) {
    const { count } = (await call(desk, 'GET', 'conversations-clusters?status=pending&limit=1')) as {
      count: number;
    };
    if (count === 0) return;
    await sleep(500);
  }
};
