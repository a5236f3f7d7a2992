/** A question to a language model, and the shape of the answer that is wanted. */
export interface ModelPrompt {
  readonly instructions: string;
  readonly text: string;
  /** What the answer is called, and its JSON schema. */
  readonly name: string;
  readonly schema: object;
  /** How long an answer is worth waiting for. */
  readonly timeoutMs?: number | undefined;
}

/** What a language model is to the rest: a question, and an answer as JSON, which may be anything. */
export interface LanguageModel {
  /** Which model it is. */
  readonly model: string;
  /** Rejects with an EngineError when there is no answer in time, or none that is JSON. */
  complete(question: ModelPrompt): Promise<unknown>;
}
