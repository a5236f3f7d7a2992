/** A response that was checked against both schemas. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape; their schemas were checked before
  readonly body: any;
}

/** A user with a token. */
export interface Person {
  readonly id: string;
  readonly email: string;
  readonly token: string;
  call(method: string, path: string, body?: unknown): Promise<Answer>;
}
