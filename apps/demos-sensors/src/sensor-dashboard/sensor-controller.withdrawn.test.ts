import { stateText, type CardId } from './card-state.ts';
import { aBrowser, aTrack } from './testing/a-browser.ts';
import { give } from './testing/give.ts';
import { advance, isolateControllers, move, openController } from './testing/open-controller.ts';

isolateControllers();

/** A browser that has allowed everything; the visitor can refuse a permission later in the site's settings. */
function anAllowingBrowser() {
  const track = aTrack();
  let failed: PositionErrorCallback = () => {};
  const { clearWatch } = aBrowser({
    motion: async () => 'granted',
    media: async () => ({ getTracks: () => [track] }),
    watch: (found, onFailed) => {
      failed = onFailed;
      found({ coords: { latitude: 1, longitude: 2, accuracy: 3 } } as GeolocationPosition);
      return 5;
    },
  });
  const statuses = new Map<string, EventTarget & { state: PermissionState }>();
  const query = async ({ name }: { readonly name: string }) => {
    const status = Object.assign(new EventTarget(), { state: 'granted' as const });
    statuses.set(name, status);
    return status;
  };
  give(window.navigator, 'permissions', { query });
  const change = (name: string, state: PermissionState) => {
    Object.assign(statuses.get(name)!, { state }).dispatchEvent(new Event('change'));
  };
  return { track, clearWatch, change, failLocation: () => failed({ code: 1 } as GeolocationPositionError) };
}

async function openLive() {
  const { controller } = openController();
  await controller.enableAll();
  await advance(250);
  const expectBlocked = async (card: CardId & keyof ReturnType<typeof controller.view>['signals'], undo: string) => {
    await advance(700);
    const { state, evidence } = controller.view().signals[card];
    expect(state).toBe('blocked');
    expect(stateText(card, evidence)).toContain(`To undo: open the site settings next to the address bar, allow ${undo}`);
  };
  return { controller, expectBlocked };
}

test.each(['before', 'after'])(
  'a microphone refused while live is blocked: the permission changes %s the track ends',
  async (order) => {
    const { track, change } = anAllowingBrowser();
    const { controller, expectBlocked } = await openLive();
    expect(controller.view().signals.sound.state).toBe('live');
    expect(controller.view().grants.audio).toBe('allowed');
    const events = [() => change('microphone', 'denied'), () => track.dispatchEvent(new Event('ended'))];
    for (const event of order === 'before' ? events : events.toReversed()) {
      event();
      await advance(200);
    }
    await expectBlocked('sound', 'the microphone');
    expect(controller.view().grants.audio).toBe('refused');
    expect(controller.microphone()).toBeUndefined();
    expect(track.stop).toHaveBeenCalled();
    change('microphone', 'granted');
    expect(controller.view().signals.sound.state).toBe('tap');
    expect(controller.view().grants.audio).toBe('not asked yet');
  },
);

test.each(['before', 'after'])(
  'a location refused while live is blocked: the permission changes %s the watch fails',
  async (order) => {
    const { clearWatch, change, failLocation } = anAllowingBrowser();
    const { controller, expectBlocked } = await openLive();
    expect(controller.view().signals.location.state).toBe('live');
    const events = [() => change('geolocation', 'denied'), failLocation];
    for (const event of order === 'before' ? events : events.toReversed()) event();
    await expectBlocked('location', 'location');
    expect(controller.view().grants.location).toBe('refused');
    expect(clearWatch).toHaveBeenCalledWith(5);
  },
);

test('a motion sensor refused while live is blocked, not silent, and live again with its next value', async () => {
  const { change } = anAllowingBrowser();
  const { controller, expectBlocked } = await openLive();
  const shake = async () => {
    move({ accelerationIncludingGravity: { x: 1, y: 2, z: 3 } });
    await advance(200);
  };
  await shake();
  expect(controller.view().signals.accelerometer.state).toBe('live');
  change('accelerometer', 'denied');
  await expectBlocked('accelerometer', 'motion sensors');
  expect(controller.view().grants.motion).toBe('refused');
  change('accelerometer', 'granted');
  await shake();
  expect(controller.view().signals.accelerometer.state).toBe('live');
  expect(controller.view().grants.motion).toBe('allowed');
});

test('a permission refused before this page asked for it is not marked as refused by the visitor', async () => {
  const { change } = anAllowingBrowser();
  const { controller } = openController();
  await advance(200);
  change('microphone', 'denied');
  expect(controller.view().signals.sound.state).toBe('blocked');
  expect(controller.view().grants.audio).toBe('not asked yet');
});
