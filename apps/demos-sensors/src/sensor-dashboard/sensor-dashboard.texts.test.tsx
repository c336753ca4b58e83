import { screen } from '@testing-library/react';
import { renderPage } from '../../../../tools/jest/render-page.tsx';
import { stubCanvas } from '../testing/exhibit-page.tsx';
import { Component } from './sensor-dashboard.page.tsx';

stubCanvas(() => null);

test.each([
  'Nothing leaves this device.',
  'Every reading stays on this page. It sends none of them anywhere, and forgets them when you leave.',
  'A card is live only if a value has arrived: for a motion sensor, within the last half second. A browser may have an API without a sensor behind it, so no state is based on the API alone.',
  'Recordings contain each sample as the sensor reported it, with the time of its event, before zeroing and rounding: a CSV with units and measured rates, or the same as JSON. Speed is recorded in meters per second and shown in km/h. iPhones report acceleration with the opposite sign; it is shown unchanged.',
  'The camera is requested and closed immediately: no card shows its image. Leaving the page, hiding it for a minute, or Stop all releases every sensor.',
  '“Unknown” means that this browser does not say; some withhold or round values to make their users harder to identify.',
])('the page says: %s', (words) => {
  renderPage(<Component />);
  expect(screen.getByText(words)).toBeTruthy();
});
