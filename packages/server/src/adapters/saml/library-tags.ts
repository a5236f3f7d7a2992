import { createRequire } from 'node:module';
import { SamlError } from '../../kernel/saml.ts';
import type { Tag } from './scan-tags.ts';

interface Elements {
  getElementsByTagName(name: string): ArrayLike<{
    readonly tagName: string;
    readonly attributes: ArrayLike<{ readonly name: string; readonly value: string }>;
  }>;
}

// Its types include those of browsers, which conflict with those of Node.
const require = createRequire(import.meta.url);
const { DOMParser } = require('@xmldom/xmldom') as {
  DOMParser: new (options: {
    errorHandler: Readonly<Record<'warning' | 'error' | 'fatalError', () => void>>;
  }) => { parseFromString(xml: string, type: string): Elements | undefined };
};

/** The elements of a document as the parser of the signature library sees them. Warnings are errors. */
export const parsedTags = (xml: string): readonly Tag[] => {
  // The parser treats exceptions in this handler as other errors of the document.
  let hasErrors = false;
  const onError = () => {
    hasErrors = true;
  };
  const read = () => {
    try {
      return new DOMParser({
        errorHandler: { warning: onError, error: onError, fatalError: onError },
      }).parseFromString(xml, 'text/xml');
    } catch {
      return undefined;
    }
  };
  const document = read();
  if (hasErrors || !document) throw new SamlError('The response is not well-formed XML');
  return Array.from(document.getElementsByTagName('*'), ({ tagName, attributes }) => ({
    name: tagName,
    attributes: new Map(Array.from(attributes, ({ name, value }) => [name, value])),
  }));
};
