import { describe, expect, test } from 'vitest';
import { addressOf, boundAction, optionsIn, withInitialValues } from './component.ts';

const OWN = 'http://docs.test:3000';

describe('a component of an integration', () => {
  test('sends actions with the values that they name, and only those of its script', () => {
    const state = { repository: 'acme/docs' };
    const action = { action: 'select', repository: { $state: 'repository' }, other: { $state: 'none' } };
    expect(boundAction(action, state)).toEqual({
      action: 'select',
      repository: 'acme/docs',
      other: undefined,
    });
    expect(boundAction({ action: '@ui.url.open', url: 'https://acme.test' }, state)).toBeUndefined();
    expect(boundAction(undefined, state)).toBeUndefined();
  });

  test('begins with the initial values of its controls', () => {
    const input = (name: string, initialValue: unknown) => ({
      type: 'input',
      element: { type: 'textinput', state: name, initialValue },
    });
    const element = {
      type: 'configuration',
      children: [input('key', 'abc'), { type: 'vstack', children: [input('port', '80'), 'text'] }],
    };
    expect(withInitialValues(element, { port: '443', key: undefined, more: 1 })).toEqual({
      key: 'abc',
      port: '443',
      more: 1,
    });
  });

  test('names addresses as texts, or as host, path and query', () => {
    const options = {
      host: 'docs.test:3000',
      pathname: '/~integrations/git/repos',
      query: { account: { $state: 'account' }, none: { $state: 'none' } },
    };
    expect(addressOf(options, { account: 'a b' }, OWN)).toBe(
      'http://docs.test:3000/~integrations/git/repos?account=a+b',
    );
    expect(addressOf({ ...options, host: 'acme.test', query: {} }, {}, OWN)).toBe(
      'https://acme.test/~integrations/git/repos',
    );
    expect(addressOf('https://acme.test/', {}, OWN)).toBe('https://acme.test/');
    for (const bad of ['javascript:alert(1)', '/path', {}, undefined])
      expect(addressOf(bad, {}, OWN)).toBeUndefined();
  });

  test('has options in two notations', () => {
    const options = [{ id: 'a', label: 'A' }, { value: 2, label: 'Two' }, { id: 'c' }, {}, null];
    const expected = [
      { id: 'a', label: 'A' },
      { id: '2', label: 'Two' },
      { id: 'c', label: 'c' },
    ];
    expect(optionsIn(options)).toEqual(expected);
    expect(optionsIn({ options })).toEqual(expected);
    expect(optionsIn('nonsense')).toEqual([]);
  });
});
