import { accessibilityTest } from '../support/accessible.ts';
import { fakeCameras, launchWith } from '../support/camera.ts';
import { largeLettersTest, placardTest } from '../support/large-letters.ts';
import { legibleTest } from '../support/legible.ts';
import { test } from '../support/test.ts';

// The checks of accessibility, legible and large-letters.spec.ts for pages with cameras.

test.use({ launchOptions: launchWith(fakeCameras(2)), permissions: ['camera'] });

accessibilityTest('demos-cameras');
largeLettersTest('demos-cameras');
placardTest('/projects/camera');

test.describe('behind glass that blurs,', () => {
  test.use({ glassBlurs: true });
  legibleTest('demos-cameras');
});
