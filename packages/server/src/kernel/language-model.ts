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

/** Interface of a language model (implemented by `adapters/llm`). The response is JSON and has to be validated. */
export interface LanguageModel {
  /** The name of the model. */
  readonly model: string;
  /** Rejects with an EngineError on timeouts, errors and invalid JSON. */
  complete(prompt: ModelPrompt): Promise<unknown>;
}
