import { iconNameOf } from '../../../site/src/html/named-icons.ts';
import { iconUrl } from './icon-files.ts';

/** An icon by its name in content; nothing if it has no name. */
export const NamedIcon = ({
  name,
  className,
}: {
  readonly name: string | undefined;
  readonly className?: string | undefined;
}) => {
  const plain = iconNameOf(name);
  return plain === undefined ? null : (
    <svg className={className ? `icon ${className}` : 'icon'} width={16} height={16} aria-hidden="true">
      <use href={iconUrl(plain)} />
    </svg>
  );
};
