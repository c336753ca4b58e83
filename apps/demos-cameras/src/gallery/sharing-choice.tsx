import { useId } from 'react';
import { Switch } from '@site/ui';
import settings from '../../content/gallery.json';
import styles from './gallery.module.css';

/** What the site's owner chose for visitors who choose nothing. */
export const SHARES_BY_DEFAULT: boolean = settings.shareByDefault;

interface SharingChoiceProps {
  readonly isShared: boolean;
  readonly onChange: (isShared: boolean) => void;
}

/** Stands beside Start: what happens to the picture, and the visitor's say in it. */
export function SharingChoice({ isShared, onChange }: SharingChoiceProps) {
  const id = useId();
  return (
    <div className={styles.sharing}>
      <Switch isOn={isShared} onChange={onChange} aria-describedby={id}>
        Add to the shared gallery
      </Switch>
      <p id={id} className={styles.notice}>
        When you finish, the finished picture is added to this site&apos;s public gallery. Single photos stay on your device.
      </p>
    </div>
  );
}
