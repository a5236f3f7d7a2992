/** A response body that is serialized already, as text or as its bytes. */
export class JsonText {
  readonly text: string | Buffer;

  constructor(text: string | Buffer) {
    this.text = text;
  }
}

/** JSON text, typed as the value it represents. */
export const jsonText = <T>(text: string | Buffer): T => new JsonText(text) as T;
