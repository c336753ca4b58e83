import { act, screen } from '@testing-library/react';
import { renderPage } from '../../../../tools/jest/render-page.tsx';
import { press, settle, world } from '../collages/collage-page-under-test.tsx';
import { Component } from './camera.page.tsx';

function showCameraPage() {
  renderPage(
    <main>
      <h1>Camera</h1>
      <Component />
    </main>,
  );
}
const heading = () => screen.getByRole('heading', { level: 1 });

test('when “Stop Camera” disappears, the focus moves to the page’s heading', async () => {
  showCameraPage();
  const camera = await screen.findByRole('button', { name: /^Back Camera/ });
  await act(async () => camera.click());
  press('Stop Camera');
  expect(screen.queryByRole('button', { name: 'Stop Camera' })).toBeNull();
  expect(document.activeElement).toBe(heading());
});

test('when “Request Camera Permission” disappears, the focus moves to the page’s heading', async () => {
  world.refusal = 'NotAllowedError';
  showCameraPage();
  await screen.findByText('Camera access denied');
  world.refusal = null;
  press('Request Camera Permission');
  await settle();
  expect(screen.queryByRole('button', { name: 'Request Camera Permission' })).toBeNull();
  expect(document.activeElement).toBe(heading());
});

const resize = (width: number, height: number) => Object.assign(window, { innerWidth: width, innerHeight: height });
afterEach(() => {
  resize(1024, 768);
  document.documentElement.style.fontSize = '';
});

test.each([
  [1280, 800, 17, 'true'],
  [390, 844, 17, 'true'],
  [320, 568, 17, 'true'],
  [844, 390, 17, 'true'],
  [640, 400, 17, 'false'],
  [320, 256, 17, 'false'],
  [390, 844, 32, 'false'],
  [430, 932, 32, 'false'],
])('in a window of %d x %d with text of %d px the placard starts open: %s', async (width, height, size, isOpen) => {
  resize(width, height);
  document.documentElement.style.fontSize = `${size}px`;
  showCameraPage();
  await screen.findByRole('button', { name: /^Back Camera/, hidden: true });
  expect(screen.getByRole('button', { name: 'Details: Camera' }).getAttribute('aria-expanded')).toBe(isOpen);
});

test('the placard also says that nothing is recorded: in a very low window it covers the text above it', async () => {
  showCameraPage();
  await screen.findByText('No camera is on');
  expect(screen.getByRole('region', { name: 'Camera' }).textContent).toContain(
    'Nothing is recorded and nothing leaves this device.',
  );
});
