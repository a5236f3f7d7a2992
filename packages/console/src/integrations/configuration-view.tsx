import { ComponentForm } from './component/component-form.tsx';
import type { ComponentPlace } from './component/use-component.ts';
import { type Configuration, isDeclared } from './configuration.ts';
import { ConfigurationForm } from './configuration-form.tsx';

/** A configuration as the integration collects it: by properties that it declares, or by a component of its own. */
export const ConfigurationView = ({
  configuration,
  values,
  place,
  error,
  isPending,
  onSave,
  onComplete,
}: {
  readonly configuration: Configuration;
  readonly values: Readonly<Record<string, unknown>>;
  /** Where the component of the integration is shown, if it has one. */
  readonly place: Omit<ComponentPlace, 'componentId'>;
  readonly error: Error | null;
  readonly isPending: boolean;
  readonly onSave: (values: Record<string, unknown>) => void;
  readonly onComplete: () => void;
}) =>
  isDeclared(configuration) ? (
    <ConfigurationForm
      declared={configuration}
      configuration={values}
      error={error}
      isPending={isPending}
      onSave={onSave}
    />
  ) : (
    <ComponentForm place={{ ...place, componentId: configuration.componentId }} onComplete={onComplete} />
  );
