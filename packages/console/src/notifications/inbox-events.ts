/** The part of an event source that is used here. */
type Source = Pick<EventSource, 'readyState' | 'onmessage' | 'onerror' | 'close'>;

interface Options {
  readonly connect: () => Source;
  readonly onUnread: (unread: number) => void;
  /** Called when the server has refused the connection. */
  readonly onRefused: () => void;
  readonly retryMs?: number;
}

const CLOSED = 2;
const RETRY_MS = 10_000;

/**
 * Follows the notifications of the user. Browsers open a lost connection again; one that the server refused is opened
 * again after a while. Returns what ends it.
 */
export const followInbox = ({ connect, onUnread, onRefused, retryMs = RETRY_MS }: Options): (() => void) => {
  let source: Source | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  const open = () => {
    const opened = connect();
    source = opened;
    opened.onmessage = ({ data }) =>
      onUnread((JSON.parse(data as string) as { readonly unread: number }).unread);
    opened.onerror = () => {
      if (opened.readyState !== CLOSED) return;
      retry = setTimeout(open, retryMs);
      onRefused();
    };
  };
  open();
  return () => {
    clearTimeout(retry);
    source?.close();
  };
};
