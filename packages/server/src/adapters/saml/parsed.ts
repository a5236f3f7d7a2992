import { createRequire } from 'node:module';
import { SamlError } from '../../kernel/saml.ts';
import type { Tag } from './tags.ts';

interface Elements {
  getElementsByTagName(name: string): ArrayLike<{
    readonly tagName: string;
    readonly attributes: ArrayLike<{ readonly name: string; readonly value: string }>;
  }>;
}

// Its types bring those of browsers along, which are other ones than those of Node.
const require = createRequire(import.meta.url);
const { DOMParser } = require('@xmldom/xmldom') as {
  DOMParser: new (options: {
    errorHandler: Readonly<Record<'warning' | 'error' | 'fatalError', () => void>>;
  }) => { parseFromString(xml: string, type: string): Elements | undefined };
};

/** The elements of a document as the library sees them that looks for signatures; what it would only warn of is refused. */
export const parsedTags = (xml: string): readonly Tag[] => {
  // What is thrown in the middle of reading is taken for another fault of the document.
  let isFaulty = false;
  const fault = () => {
    isFaulty = true;
  };
  const read = () => {
    try {
      return new DOMParser({
        errorHandler: { warning: fault, error: fault, fatalError: fault },
      }).parseFromString(xml, 'text/xml');
    } catch {
      return undefined;
    }
  };
  const document = read();
  if (isFaulty || !document) throw new SamlError('The answer has tags in it that are none');
  return Array.from(document.getElementsByTagName('*'), ({ tagName, attributes }) => ({
    name: tagName,
    attributes: new Map(Array.from(attributes, ({ name, value }) => [name, value])),
  }));
};
