// biome-ignore-all lint/a11y/useButtonType: buttons of ContentKit, not of HTML
// biome-ignore-all lint/correctness/noVoidElementsWithChildren: and links of it
import { createComponent, createIntegration, ExposableError } from '@gitbook/runtime';

/** A block that counts, one that shows every element, with a frame of its own, and a form that configures the installation. */
const counter = createComponent<{ by?: number }, { count: number }, { action: 'add' } | { action: 'fail' }>({
  componentId: 'counter',
  initialState: { count: 0 },
  action: async (element, action) => {
    if (action.action === 'fail') throw new ExposableError('It cannot be counted', 422);
    return { state: { count: element.state.count + (element.props.by ?? 1) } };
  },
  render: async (element) => {
    element.setCache({ maxAge: 60 });
    return (
      <block>
        <card title={`Counted to ${element.state.count}`}>
          <button label="Add" onPress={{ action: 'add' }} />
          <button
            label="More"
            onPress={{ action: '@ui.modal.open', componentId: 'modal', props: { of: 'Counter' } }}
          />
        </card>
      </block>
    );
  },
});

// What a block opens stands in no manifest.
const modal = createComponent<{ of: string }, { words: string }, { action: 'none' }>({
  componentId: 'modal',
  initialState: { words: '' },
  render: async (element) => (
    <modal title={`More of ${element.props.of}`}>
      <text>Words</text>
    </modal>
  ),
});

const settings = createComponent<
  { installation: { configuration?: { message?: string } } },
  { message: string },
  { action: 'save'; message: string }
>({
  componentId: 'settings',
  initialState: ({ installation }) => ({ message: installation.configuration?.message ?? '' }),
  action: async (_element, action, { api, environment }) => {
    if (action.action !== 'save' || !environment.installation) return undefined;
    await api.integrations.updateIntegrationInstallation(
      environment.integration.name,
      environment.installation.id,
      { configuration: { message: action.message } },
    );
    return { type: 'complete' };
  },
  render: async (element) => (
    <configuration>
      <input label="Message" element={<textinput state="message" placeholder={element.state.message} />} />
      <button label="Save" onPress={{ action: 'save', message: element.dynamicState('message') }} />
    </configuration>
  ),
});

const showcase = createComponent<{ name?: string }, { words: string }, { action: 'none' }>({
  componentId: 'showcase',
  initialState: ({ name }) => ({ words: `Hello ${name ?? 'nobody'}` }),
  render: async (element, { environment }) => (
    <block>
      <vstack>
        <text style="bold">Bold words</text>
        <hint>
          <text>A hint of something</text>
        </hint>
        <divider />
        <hstack align="center">
          <box grow={1}>
            <text>
              See <link target={{ url: 'https://example.com/more' }}>more</link>
            </text>
          </box>
          <button label="Open" onPress={{ action: '@ui.url.open', url: 'https://example.com/open' }} />
          <button label="Press" onPress={{ action: 'none' }} />
        </hstack>
        <markdown content={'Some **strong** Markdown'} />
        <codeblock content={element.dynamicState('words')} syntax="text" />
        <webframe
          source={{ url: `${environment.integration.urls.publicEndpoint}/frame` }}
          aspectRatio={2}
          data={{ words: element.dynamicState('words') }}
        />
      </vstack>
    </block>
  ),
});

// What a page in a frame does: says that it is ready, and shows what it is told.
const FRAME = `<!doctype html><p id="told">Nothing yet</p><script>
addEventListener('message', ({ data }) => { document.getElementById('told').textContent = data.state.words; });
parent.postMessage({ action: { action: '@webframe.resize', size: { height: 123 } } }, '*');
parent.postMessage({ action: { action: '@webframe.ready' } }, '*');
</script>`;

export default createIntegration({
  fetch: async () => new Response(FRAME, { headers: { 'content-type': 'text/html' } }),
  components: [counter, showcase, modal, settings],
});
