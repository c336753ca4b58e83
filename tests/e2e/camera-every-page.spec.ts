import { accessibilityTest } from '../support/accessible.ts';
import { fakeCameras, launchWith } from '../support/camera.ts';
import { largeLettersTest, placardTest } from '../support/large-letters.ts';
import { legibleTest } from '../support/legible.ts';
import { test } from '../support/test.ts';

// What accessibility, legible and large-letters.spec.ts ask of all other pages.

test.use({ launchOptions: launchWith(fakeCameras(2)), permissions: ['camera'] });

accessibilityTest('demos-cameras');
largeLettersTest('demos-cameras');
placardTest('/projects/camera');

test.describe('behind glass that blurs,', () => {
  test.use({ glassBlurs: true });
  legibleTest('demos-cameras');
});
