// biome-ignore-all lint/a11y/useButtonType: buttons of ContentKit, not of HTML
// biome-ignore-all lint/correctness/noVoidElementsWithChildren: and inputs of it
import { createComponent, createIntegration } from '@gitbook/runtime';

/** A block whose words are set in the editor, and whose color is chosen in a dialog. */
const note = createComponent<
  { words?: string; color?: string },
  { words: string },
  { action: 'save'; words: string } | { action: '@ui.modal.close'; returnValue: { color?: string } }
>({
  componentId: 'note',
  initialState: ({ words }) => ({ words: words ?? '' }),
  action: async ({ props }, action) => {
    if (action.action === 'save') return { props: { ...props, words: action.words } };
    return { props: { ...props, color: action.returnValue.color } };
  },
  render: async (element) => {
    const { props, context } = element;
    return (
      <block>
        <text>{`${props.words ?? 'Nothing yet'}, in ${props.color ?? 'black'}`}</text>
        {context.type === 'document' && context.editable ? (
          <>
            <input label="Words" element={<textinput state="words" />} />
            <button label="Set" onPress={{ action: 'save', words: element.dynamicState('words') }} />
            <button
              label="Color…"
              onPress={{ action: '@ui.modal.open', componentId: 'colors', props: { of: 'the note' } }}
            />
          </>
        ) : null}
      </block>
    );
  },
});

const colors = createComponent<{ of: string }, { color: string }, { action: 'none' }>({
  componentId: 'colors',
  initialState: { color: 'red' },
  render: async (element) => (
    <modal
      title={`Color of ${element.props.of}`}
      submit={
        <button
          label="Take"
          onPress={{ action: '@ui.modal.close', returnValue: { color: element.dynamicState('color') } }}
        />
      }
    >
      <input label="Color" element={<textinput state="color" />} />
    </modal>
  ),
});

export default createIntegration({ components: [note, colors] });
