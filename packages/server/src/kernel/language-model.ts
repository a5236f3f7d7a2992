/** A prompt for a language model, with the JSON schema of the response. */
export interface ModelPrompt {
  readonly instructions: string;
  readonly text: string;
  /** Name and JSON schema of the response. */
  readonly name: string;
  readonly schema: object;
  /** Default: the timeout of the adapter. */
  readonly timeoutMs?: number | undefined;
}

/** A prompt whose response is streamed text. */
export interface StreamPrompt {
  readonly instructions: string;
  readonly text: string;
  /** For the whole response. */
  readonly timeoutMs: number;
  /** Aborted when nobody waits for the response any more. */
  readonly signal: AbortSignal;
}

/** Interface of a language model (implemented by `adapters/llm`). Responses have to be validated. */
export interface LanguageModel {
  /** The name of the model. */
  readonly model: string;
  /** Rejects with an EngineError on timeouts, errors and invalid JSON. */
  complete(prompt: ModelPrompt): Promise<unknown>;
  /** Streams text; rejects with an EngineError on timeouts, errors and responses that end early. */
  stream(prompt: StreamPrompt): AsyncIterable<string>;
}
