import { readEvents } from './event-stream.ts';

/** An event of a response of the assistant of a site. */
export interface AiEvent {
  readonly type: string;
  readonly messageId: string;
  readonly stepIndex?: number;
  readonly responseId?: string;
  readonly blocks?: readonly object[];
  readonly suggestions?: readonly string[];
  readonly toolCall?: {
    readonly tool: string;
    readonly results?: readonly { readonly pageId: string; readonly title: string }[];
    readonly mcpToolName?: string;
  };
}

/** The text of the blocks of a response. */
export const textOf = (events: readonly AiEvent[]): string =>
  [...JSON.stringify(events.flatMap(({ blocks = [] }) => blocks)).matchAll(/"text":"((?:[^"\\]|\\.)*)"/g)]
    .map(([, text]) => JSON.parse(`"${text}"`) as string)
    .join('');

/** The assistant of a site, as a caller of the API reaches it. */
export const assistantOf = (serverUrl: string, organization: string, site: string) => {
  const url = `${serverUrl}/v1/orgs/${organization}/sites/${site}/ai/response`;
  return {
    url,
    /** Sends a message and reads the response. */
    respond: async (token: string, content: string | object, more: object = {}, context?: object) => {
      const input = [{ role: 'user', content, ...(context && { context }) }];
      const { status, events, headers } = await readEvents<AiEvent>(url, token, { input, ...more });
      return { status, events, headers, id: events.at(-1)?.responseId ?? '', text: textOf(events) };
    },
    /** Resumes a response. */
    resume: (token: string, id: string) => readEvents<AiEvent>(`${url}/${id}`, token),
  };
};
