import type { ComponentProps } from 'react';
import { Link } from '@site/router';
import styles from './button.module.css';

type ButtonProps = ComponentProps<'button'> & { readonly look?: 'filled' | 'quiet' };

export function Button({ look = 'filled', className, type = 'button', ...rest }: ButtonProps) {
  return <button type={type} className={[styles.button, styles[look], className].filter(Boolean).join(' ')} {...rest} />;
}

type ButtonLinkProps = ComponentProps<typeof Link> & { readonly look?: 'filled' | 'quiet' };

/** A link that looks like a button; keyboards and screen readers treat it as a link. */
export function ButtonLink({ look = 'filled', className, ...rest }: ButtonLinkProps) {
  return <Link className={[styles.button, styles[look], className].filter(Boolean).join(' ')} {...rest} />;
}
