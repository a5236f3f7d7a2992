/** An answer that is JSON text already: what was made once is sent as it is. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Text that stands for the value that it is the JSON of. */
export const jsonText = <T>(text: string): T => new JsonText(text) as T;
