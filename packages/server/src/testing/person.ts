import type { ApiClient, Call } from './api-client.ts';

/** A user with a token. */
export interface Person extends ApiClient {
  readonly id: string;
  readonly email: string;
  readonly token: string;
  /** Sends any request; `request` and `refusal` name the operation instead. */
  readonly call: Call;
}
