/** A response body that is serialized already. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** JSON text, typed as the value it represents. */
export const jsonText = <T>(text: string): T => new JsonText(text) as T;
