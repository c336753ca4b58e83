import type { ComponentProps } from 'react';
import { Link } from '@site/router';
import styles from './button.module.css';

/** `filled` is not printed: browsers omit its background, and its text would be white on white; `choice`: like `quiet`, but filled while it is pressed. */
type Look = 'filled' | 'quiet' | 'choice';

/** Classes for a link that looks like a button and leads outside the site's pages. */
export function button(look: Look = 'filled', className?: string): string {
  return [styles.button, styles[look], look === 'filled' && 'screen-only', className].filter(Boolean).join(' ');
}

type ButtonProps = ComponentProps<'button'> & { readonly look?: Look };

export function Button({ look, className, type = 'button', ...rest }: ButtonProps) {
  return <button type={type} className={button(look, className)} {...rest} />;
}

type ButtonLinkProps = ComponentProps<typeof Link> & { readonly look?: Look };

/** A link that looks like a button; to keyboard and screen reader users it is a link. */
export function ButtonLink({ look, className, ...rest }: ButtonLinkProps) {
  return <Link className={button(look, className)} {...rest} />;
}
