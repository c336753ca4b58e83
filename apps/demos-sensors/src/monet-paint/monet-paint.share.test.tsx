import { act, fireEvent, screen } from '@testing-library/react';
import { renderPage } from '../../../../tools/jest/render-page.tsx';
import { stubCanvas } from '../testing/exhibit-page.tsx';
import { Component } from './monet-paint.page.tsx';
import type { Renderer } from './renderer.interface.ts';

let mockListener: Parameters<Renderer['attach']>[2];
let mockChanges = 0;
const mockSave = jest.fn(async () => new Blob(['png'], { type: 'image/png' }));
// A renderer without a canvas, because these tests only share its file.
jest.mock('./renderer.ts', () => ({
  createRenderer: () => {
    const nothing = () => {};
    const brushes = { down: nothing, move: nothing, up: nothing, press: nothing };
    const attach: Renderer['attach'] = (_canvas, _plain, listener) => {
      mockListener = listener;
      return nothing;
    };
    const painting = { brushes, step: nothing, draw: nothing, attach, set: nothing, setPaused: nothing, push: nothing };
    return { ...painting, save: mockSave, changes: () => mockChanges };
  },
}));
stubCanvas(() => null);

const GIVEN = ['canShare', 'share', 'userActivation'] as const;
beforeEach(() => mockSave.mockClear());
afterEach(() => {
  for (const name of GIVEN) Reflect.deleteProperty(navigator, name);
});

/** A browser with a share sheet, whose user activation is still valid, or has expired, once the picture is drawn. */
function openPage(isActive: boolean) {
  const share = jest.fn(async (_data: ShareData) => {});
  const given = { canShare: () => true, share, userActivation: { isActive } };
  for (const name of GIVEN) Object.defineProperty(navigator, name, { value: given[name], configurable: true });
  renderPage(<Component />, { motionPaused: true });
  const press = () => act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Share' })));
  const mixed = () => act(() => mockListener.state('flowing'));
  return { share, press, mixed };
}

test('a picture that was drawn in time is shared on the first press', async () => {
  const { share, press, mixed } = openPage(true);
  mixed();
  await press();
  expect(share.mock.calls[0]![0].files?.[0]?.name).toBe('monet-paint-pond.png');
});

test('if drawing outlasts the user activation, the next press shares the file without drawing it again', async () => {
  const { share, press, mixed } = openPage(false);
  mixed();
  await press();
  expect(share).not.toHaveBeenCalled();
  await press();
  expect(share.mock.calls[0]![0].files).toHaveLength(1);
  expect(mockSave).toHaveBeenCalledTimes(1);
});

test('a picture that was drawn too late is not shared once the painting has changed: it is drawn again', async () => {
  const { share, press, mixed } = openPage(false);
  mixed();
  await press();
  mockChanges += 1;
  await press();
  expect(share).not.toHaveBeenCalled();
  expect(mockSave).toHaveBeenCalledTimes(2);
  await press();
  expect(share.mock.calls[0]![0].files).toHaveLength(1);
});

test('a picture that does not exist yet cannot be shared', async () => {
  const { share, press, mixed } = openPage(true);
  await press();
  expect(mockSave).not.toHaveBeenCalled();
  mixed();
  await press();
  expect(share).toHaveBeenCalledTimes(1);
});
