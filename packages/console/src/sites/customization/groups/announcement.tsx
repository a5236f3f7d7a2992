import { Check } from '../../../primitives/check.tsx';
import { Field, TextInput } from '../../../primitives/field.tsx';
import type { Customization } from '../draft.ts';
import { Choice, LinkFields } from '../fields.tsx';
import type { GroupProps } from './group-props.ts';

const NO_ANNOUNCEMENT = { enabled: false, message: '', style: 'info' as const };

/** The announcement above all pages. */
export const Announcement = ({ settings, change }: GroupProps) => {
  const announcement = settings.announcement ?? NO_ANNOUNCEMENT;
  const set = (fields: Partial<typeof announcement>) =>
    change('announcement', { ...announcement, ...fields } as NonNullable<Customization['announcement']>);
  return (
    <>
      <Field label="Message" hint="A line above all pages, which readers can close.">
        <TextInput
          value={announcement.message}
          minLength={2}
          maxLength={128}
          onChange={({ target }) => set({ message: target.value, enabled: target.value !== '' })}
        />
      </Field>
      <Check
        label="Show the announcement"
        isOn={announcement.enabled}
        isDisabled={announcement.message === ''}
        onChange={(enabled) => set({ enabled })}
      />
      <Choice
        label="Kind"
        names={{ info: 'Information', success: 'Success', warning: 'Warning', danger: 'Danger' }}
        value={announcement.style}
        onChoose={(style) => set({ style } as Partial<typeof announcement>)}
      />
      <Check
        label="With a link"
        isOn={'link' in announcement && announcement.link !== undefined}
        onChange={(isOn) =>
          set({
            link: isOn ? { title: 'Read more', to: { kind: 'url', url: 'https://' } } : undefined,
          } as Partial<typeof announcement>)
        }
      />
      {'link' in announcement && announcement.link && (
        <LinkFields
          name="the announcement"
          link={announcement.link}
          onChange={(link) => set({ link } as Partial<typeof announcement>)}
        />
      )}
    </>
  );
};
