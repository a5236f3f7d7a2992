/** A term of an expression, in the supported subset of JavaScript. */
export type Term =
  | { readonly kind: 'literal'; readonly value: string | number | boolean | null | undefined }
  | { readonly kind: 'input'; readonly name: string }
  | { readonly kind: 'local'; readonly name: string }
  | { readonly kind: 'template'; readonly texts: readonly string[]; readonly terms: readonly Term[] }
  | { readonly kind: 'list'; readonly items: readonly Item[] }
  | { readonly kind: 'record'; readonly fields: readonly Field[] }
  | { readonly kind: 'property'; readonly of: Term; readonly key: Term; readonly optional: boolean }
  | {
      readonly kind: 'method';
      readonly of: Term;
      readonly name: string;
      readonly optional: boolean;
      readonly callback?: Callback;
      readonly items: readonly Item[];
    }
  /** The end of an optional chain. */
  | { readonly kind: 'chain'; readonly of: Term }
  | { readonly kind: 'global'; readonly name: string; readonly items: readonly Item[] }
  | { readonly kind: 'unary'; readonly operator: string; readonly of: Term }
  | { readonly kind: 'binary'; readonly operator: string; readonly left: Term; readonly right: Term }
  | {
      readonly kind: 'logical';
      readonly operator: '&&' | '||' | '??';
      readonly left: Term;
      readonly right: Term;
    }
  | { readonly kind: 'choice'; readonly test: Term; readonly yes: Term; readonly no: Term };

/** An element of a list or an argument, possibly spread. */
export interface Item {
  readonly spread: boolean;
  readonly term: Term;
}

/** A field of a created record; spread if it has no key. */
export interface Field {
  readonly key?: Term;
  readonly term: Term;
}

/** An arrow function as a callback. */
export interface Callback {
  /** Names of its own parameters, which defaults must not read from outer scopes. */
  readonly hidden: readonly string[];
  readonly parameters: readonly Pattern[];
  readonly body: Term;
}

/** The pattern of a parameter. */
export type Pattern =
  | { readonly kind: 'name'; readonly name: string }
  | {
      readonly kind: 'fields';
      readonly fields: readonly { readonly key: string; readonly pattern: Pattern }[];
    }
  | { readonly kind: 'elements'; readonly elements: readonly Pattern[] }
  | { readonly kind: 'default'; readonly pattern: Pattern; readonly value: Term };

const termsOfPattern = (pattern: Pattern): readonly Term[] => {
  switch (pattern.kind) {
    case 'name':
      return [];
    case 'fields':
      return pattern.fields.flatMap((field) => termsOfPattern(field.pattern));
    case 'elements':
      return pattern.elements.flatMap(termsOfPattern);
    case 'default':
      return [...termsOfPattern(pattern.pattern), pattern.value];
  }
};

const termsOfItems = (items: readonly Item[]) => items.map((item) => item.term);

/** The direct subterms of a term. */
export const partsOf = (term: Term): readonly Term[] => {
  switch (term.kind) {
    case 'literal':
    case 'input':
    case 'local':
      return [];
    case 'template':
      return term.terms;
    case 'list':
    case 'global':
      return termsOfItems(term.items);
    case 'record':
      return term.fields.flatMap((field) => (field.key ? [field.key, field.term] : [field.term]));
    case 'property':
      return [term.of, term.key];
    case 'method': {
      const { callback } = term;
      const inside = callback ? [...callback.parameters.flatMap(termsOfPattern), callback.body] : [];
      return [term.of, ...inside, ...termsOfItems(term.items)];
    }
    case 'chain':
    case 'unary':
      return [term.of];
    case 'binary':
    case 'logical':
      return [term.left, term.right];
    case 'choice':
      return [term.test, term.yes, term.no];
  }
};
