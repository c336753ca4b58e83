import { screen } from '@testing-library/react';

/** The only clock on the page. */
export const clock = () => screen.getByRole('img');
export const angle = (hand: 'hour' | 'minute' | 'second') => Number.parseFloat(clock().style.getPropertyValue(`--${hand}`));
