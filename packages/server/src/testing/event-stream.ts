/** The events of a response with server-sent events. */
export const eventsIn = (text: string): unknown[] =>
  text
    .split('\n\n')
    .filter((event) => event.startsWith('data: '))
    .map((event) => JSON.parse(event.slice('data: '.length)));

/** Sends a request whose response is a stream of events, as a program that names no type, and reads all of it. */
export const readEvents = async <Event>(
  url: string,
  token: string,
  body?: object,
): Promise<{ readonly status: number; readonly headers: Headers; readonly events: Event[] }> => {
  const response = await fetch(url, {
    method: body ? 'POST' : 'GET',
    headers: {
      authorization: `Bearer ${token}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const events = response.ok ? (eventsIn(text) as Event[]) : [];
  return { status: response.status, headers: response.headers, events };
};
