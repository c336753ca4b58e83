import { fireEvent, screen } from '@testing-library/react';
import { renderPage } from '../../../../tools/jest/render-page.tsx';
import { Component } from './camera-kaleidoscope.page.tsx';
import type { FinishedGarden, GardenDialog } from './garden-dialog.tsx';

const mockGarden: FinishedGarden = {
  flowers: 1,
  coverage: 0.1,
  isComplete: false,
  picture: new Blob(['picture'], { type: 'image/png' }),
  size: { width: 300, height: 200 },
  milliseconds: 1000,
};

// The dialog itself needs a canvas and a camera; here one press finishes it.
jest.mock('./garden-dialog.tsx', () => ({
  GardenDialog: ({ onDone }: Parameters<typeof GardenDialog>[0]) => <button onClick={() => onDone(mockGarden)}>Grow</button>,
}));

afterEach(() => jest.restoreAllMocks());

const rear = { kind: 'videoinput', deviceId: 'rear', label: 'Back Camera' };

/** Opens the page on a device with these cameras, and asks for them. */
async function enableCamera(cameras: readonly object[]) {
  const track = Object.assign(new EventTarget(), { id: '1', stop: () => {}, getSettings: () => ({ deviceId: 'rear' }) });
  const mediaDevices = Object.assign(new EventTarget(), {
    getUserMedia: async () => ({ getTracks: () => [track], getVideoTracks: () => [track] }),
    enumerateDevices: async () => cameras,
  });
  Object.defineProperty(navigator, 'mediaDevices', { value: mediaDevices, configurable: true });
  jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  renderPage(<Component />);
  fireEvent.click(screen.getByRole('button', { name: 'Enable Camera' }));
  return screen.findByRole<HTMLInputElement>('switch', { name: 'Add to the shared gallery' });
}

test('a garden of one flower is described in the singular', async () => {
  Object.assign(URL, { createObjectURL: () => 'blob:picture', revokeObjectURL: () => {} });
  const sharing = await enableCamera([rear]);
  if (sharing.checked) fireEvent.click(sharing);
  fireEvent.click(screen.getByRole('button', { name: 'Start Creating Flowers' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Grow' }));
  expect(screen.getByRole('img', { name: 'Your garden of 1 flower' })).toBeTruthy();
});

test('without a camera Start is disabled', async () => {
  await enableCamera([]);
  expect(screen.getByText('No cameras detected')).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Start Creating Flowers' }).disabled).toBe(true);
});
