import { useId } from 'react';
import { Switch } from '@site/ui';
import settings from '../../content/gallery.json';

/** The owner's default for visitors who do not choose. */
export const SHARES_BY_DEFAULT: boolean = settings.shareByDefault;

interface SharingChoiceProps {
  readonly isShared: boolean;
  readonly onChange: (isShared: boolean) => void;
}

/** Shown beside Start: what happens to the picture, and the switch that decides it. */
export function SharingChoice({ isShared, onChange }: SharingChoiceProps) {
  const id = useId();
  return (
    <div className="stack gap-1">
      <Switch isOn={isShared} onChange={onChange} aria-describedby={id}>
        Add to the shared gallery
      </Switch>
      <p id={id} className="note">
        When you finish, the finished picture is added to this site&apos;s public gallery. Single photos stay on your device.
      </p>
    </div>
  );
}
