import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '../../kernel/config.ts';
import type { Translator } from '../../kernel/translator.ts';
import { startTranslationEngine, type TranslationEngine } from '../../testing/translation-engine.ts';
import { createOpenAiChat } from '../llm/openai-chat.ts';
import { createDeeplTranslator } from './deepl.ts';
import { createTranslator } from './index.ts';
import { createModelTranslator } from './language-model.ts';
import { createLibreTranslator } from './libretranslate.ts';

describe('translation engines', () => {
  let engine: TranslationEngine;
  beforeAll(async () => {
    engine = await startTranslationEngine();
  });
  afterAll(() => engine.close());
  beforeEach(() => engine.forget());

  const makers: Readonly<Record<string, (apiKey?: string) => Translator>> = {
    'OpenAI-compatible': (apiKey = engine.key) =>
      createModelTranslator(
        createOpenAiChat({ baseUrl: `${engine.url}/v1`, apiKey, model: 'm', timeoutMs: 2_000 }),
      ),
    DeepL: (apiKey = engine.key) => createDeeplTranslator({ apiKey, baseUrl: engine.url, timeoutMs: 2_000 }),
    LibreTranslate: (apiKey = engine.key) =>
      createLibreTranslator({ url: engine.url, apiKey, timeoutMs: 2_000 }),
  };
  const request = {
    texts: ['Hello <x id="0"/> world', 'a &amp; <x id="0">b</x>'],
    from: 'en',
    to: 'de',
    terms: [{ term: 'space', translation: 'Bereich' }],
    instructions: 'Be kind',
  };

  describe.each(Object.keys(makers))('%s', (name) => {
    const translate = (apiKey?: string) => makers[name]!(apiKey).translate(request);
    const failure = (kind: string) => expect.objectContaining({ name: 'EngineError', kind });

    test('translates each text in its position', async () => {
      const [first, second] = await translate();
      expect(first).toMatch(/^HELLO <x id="0"(\/>|><\/x>) WORLD$/);
      expect(second).toBe('A &amp; <x id="0">B</x>');
    });

    test('reports overload with the time to wait', async () => {
      engine.fail({ status: 429, headers: { 'retry-after': '7' } });
      await expect(translate()).rejects.toEqual(
        expect.objectContaining({ kind: 'busy', retryAfterMs: 7000 }),
      );
      engine.fail({ status: 503 });
      await expect(translate()).rejects.toEqual(failure('busy'));
    });

    test('reports the reason for a failure', async () => {
      engine.fail(
        { status: 456 },
        { status: 500 },
        { raw: '{"translations": [' },
        { raw: 'null' },
        { raw: '[]' },
      );
      await expect(translate()).rejects.toEqual(failure('exhausted'));
      await expect(translate()).rejects.toEqual(failure('down'));
      for (let left = 3; left > 0; left--) await expect(translate()).rejects.toEqual(failure('garbled'));
      await expect(translate('wrong')).rejects.toEqual(failure('refused'));
      engine.fail({ delayMs: 6_000 });
      await expect(translate()).rejects.toEqual(failure('down'));
    });
  });

  test('arrays of another length are rejected', async () => {
    for (const name of ['DeepL', 'LibreTranslate']) {
      engine.fail({ spoil: (texts) => texts.slice(1) });
      await expect(makers[name]!().translate(request)).rejects.toMatchObject({ kind: 'garbled' });
    }
  });

  test('no more than 20 MB of a response are read', async () => {
    for (const make of Object.values(makers)) {
      engine.fail({ raw: ' '.repeat(21 * 1024 * 1024) });
      await expect(make().translate(request)).rejects.toMatchObject({
        kind: 'garbled',
        message: expect.stringContaining('more than 20 MB'),
      });
    }
  });

  test('a model that omits or repeats a text still translates the others', async () => {
    engine.fail({ spoil: ([, second]) => [undefined, second] });
    expect(await makers['OpenAI-compatible']!().translate(request)).toEqual([
      undefined,
      'A &amp; <x id="0">B</x>',
    ]);
    const twice = [0, 0, 1].map((id, at) => ({ id, text: `t${at}` }));
    const content = `\`\`\`json\n${JSON.stringify({ translations: twice })}\n\`\`\``;
    engine.fail({ raw: JSON.stringify({ choices: [{ message: { content } }] }) });
    expect(await makers['OpenAI-compatible']!().translate(request)).toEqual([undefined, 't2']);
  });

  test('markup characters are preserved, although LibreTranslate removes their escapes', async () => {
    const [text] = await makers.LibreTranslate!().translate({
      ...request,
      texts: ['a &lt;b&gt; &amp; <x id="0">c</x> &lt; d; e &amp;&amp; f'],
    });
    expect(text).toBe('A &lt;B> &amp; <x id="0">C</x> &lt; D; E &amp;&amp; F');
  });

  const ODD = [
    null,
    5,
    'x',
    true,
    [],
    [['a']],
    {},
    { id: '0', text: 'a' },
    { id: 0, text: null },
    { text: 'a' },
  ];
  test.each(ODD)('an invalid translation in a list counts as missing: %j', async (odd) => {
    const chat = (said: unknown) =>
      JSON.stringify({ choices: [{ message: { content: JSON.stringify(said) } }] });
    const good = { id: 1, text: 'B' };
    engine.fail(
      { raw: chat({ translations: [odd, good] }) },
      { raw: JSON.stringify({ translations: [odd && typeof odd === 'object' ? null : odd, { text: 'B' }] }) },
      { raw: JSON.stringify({ translatedText: [typeof odd === 'string' ? null : odd, 'B'] }) },
    );
    for (const name of ['OpenAI-compatible', 'DeepL', 'LibreTranslate'])
      expect(await makers[name]!().translate(request)).toEqual([undefined, 'B']);
    // The same one level up is no answer at all.
    for (const raw of [
      JSON.stringify(odd),
      chat(odd),
      JSON.stringify({ choices: [odd] }),
      JSON.stringify({ choices: [{ message: odd }] }),
    ]) {
      engine.fail({ raw });
      await expect(makers['OpenAI-compatible']!().translate(request)).rejects.toMatchObject({
        kind: 'garbled',
      });
    }
    for (const name of ['DeepL', 'LibreTranslate']) {
      engine.fail({ raw: JSON.stringify({ translations: odd, translatedText: odd }) });
      await expect(makers[name]!().translate(request)).rejects.toMatchObject({ kind: 'garbled' });
    }
  });

  test('instructions and terms are sent to a model, and DeepL gets its own language codes', async () => {
    await makers['OpenAI-compatible']!().translate(request);
    const question = JSON.parse(engine.requests[0]!.body.messages[1].content);
    expect(question).toMatchObject({
      from: 'en',
      to: 'de',
      instructions: 'Be kind',
      glossary: request.terms,
    });
    await makers.DeepL!().translate({ ...request, from: 'pt-br', to: 'zh' });
    expect(engine.requests[1]!.body).toMatchObject({
      source_lang: 'PT',
      target_lang: 'ZH-HANS',
      context: 'Be kind',
      non_splitting_tags: ['x'],
    });
  });

  test('are selected by the settings', () => {
    const chosen = (env: Record<string, string>) => {
      const { translation, llm } = readConfig(env);
      return createTranslator(translation, llm && createOpenAiChat(llm))?.name;
    };
    const llm = { LLM_BASE_URL: 'http://llm.test/v1', LLM_MODEL: 'm' };
    const others = { DEEPL_API_KEY: 'k', LIBRETRANSLATE_URL: 'http://libre.test' };
    expect(chosen({})).toBeUndefined();
    expect(chosen(llm)).toBe('openai/m');
    expect(chosen({ ...llm, ...others })).toBe('deepl');
    expect(chosen({ ...llm, ...others, LECTERN_TRANSLATION_ENGINE: 'libretranslate' })).toBe(
      'libretranslate',
    );
    expect(chosen({ ...llm, ...others, LECTERN_TRANSLATION_ENGINE: 'openai' })).toBe('openai/m');
    expect(() => chosen({ ...others, LECTERN_TRANSLATION_ENGINE: 'openai' })).toThrow(
      /LLM_BASE_URL must be set/,
    );
    expect(() => chosen({ LECTERN_TRANSLATION_ENGINE: 'other' })).toThrow(/LECTERN_TRANSLATION_ENGINE/);
  });
});
